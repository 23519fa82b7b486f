import type { History } from '~/api/history';
import type { Live } from '~/api/live';
import type { Series } from '~/charts/series';
import { type Figure, OPEN, seriesOf } from '~/history/figures';
import { connectionSeries, requestSeries } from './chartSeries';

/** Returns the values that this tab has seen, by the clock of the gateway. */
export function seenSeries(live: Live, figure: Figure): Series {
  const series = figure === OPEN ? connectionSeries(live.samples) : requestSeries(live.samples);
  return { ...series, format: figure.format, times: series.times.map((time) => time + live.skew) };
}

/** Returns the history, and after its end the values that this tab has seen. */
export function withTail(history: History, live: Live, figure: Figure): Series {
  const series = seriesOf(history, figure);
  const seen = seenSeries(live, figure);
  const first = seen.times.findIndex((time) => time >= Date.parse(history.to));
  if (first === -1) return series;
  const times = seen.times.slice(first);
  return {
    ...series,
    times: [...series.times, ...times],
    lines: series.lines.map((line) => {
      const own = seen.lines.find(({ label }) => label === line.label)?.values.slice(first);
      return { ...line, values: [...line.values, ...(own ?? times.map(() => null))] };
    }),
  };
}
