import type { Timings, ViewMetric } from '~/api/timings';
import type { Series } from '~/charts/series';
import { measured, ms } from '~/text/numbers';
import { lookOfShort, shortLabel } from '~/text/protocols';

/** Number of lines that differ enough by colour and dash. */
const MOST_LINES = 5;

const LOOKS = [
  { color: '--protocol-h2', dash: [] },
  { color: '--protocol-h3', dash: [9, 4] },
  { color: '--protocol-h1', dash: [2, 4] },
  { color: '--protocol-h2', dash: [12, 3, 3, 3] },
  { color: '--protocol-h3', dash: [4, 2] },
] as const;

/** Formats a value of a metric: CLS has no unit. */
export const timeOf =
  (metric: ViewMetric) =>
  (value: number): string =>
    metric === 'cls' ? measured(value) : ms(value);

/** Returns the 80th percentile over time of the groups with most views. */
export function linesOf(timings: Timings): Series {
  const groups = timings.groups.filter(({ points }) => points.length > 0).slice(0, MOST_LINES);
  const times = [...new Set(groups.flatMap(({ points }) => points.map(({ at }) => at)))].sort();
  return {
    times: times.map((at) => Date.parse(at)),
    lines: groups.map((group, index) => {
      const byTime = new Map(group.points.map((point) => [point.at, point.p80]));
      const look = lookOfShort(group.key) ?? LOOKS[index % LOOKS.length] ?? LOOKS[0];
      return {
        label: shortLabel(group.key),
        color: look.color,
        dash: [...look.dash],
        values: times.map((at) => byTime.get(at) ?? null),
      };
    }),
    format: timeOf(timings.metric),
  };
}
