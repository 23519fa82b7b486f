import type { Sample } from '~/api/live';
import type { Series } from '~/charts/series';
import { PROTOCOLS } from '~/text/protocols';

export function connectionSeries(samples: readonly Sample[]): Series {
  return {
    times: samples.map((sample) => sample.at),
    lines: PROTOCOLS.map(({ protocol, label, color, dash }) => ({
      label,
      color,
      dash,
      values: samples.map((sample) => sample.open[protocol]),
    })),
  };
}

/** Returns requests per second between neighbouring samples. A counter that fell shows a restart, and leaves a gap. */
export function requestSeries(samples: readonly Sample[]): Series {
  const pairs = samples
    .slice(1)
    .map((sample, index) => [samples[index] as Sample, sample] as const);
  return {
    times: pairs.map(([, sample]) => sample.at),
    lines: PROTOCOLS.map(({ protocol, label, color, dash }) => ({
      label,
      color,
      dash,
      values: pairs.map(([before, after]) => {
        if (before.requests === null || after.requests === null) return null;
        const grown = after.requests[protocol] - before.requests[protocol];
        const seconds = (after.at - before.at) / 1000;
        return grown < 0 || seconds <= 0 ? null : Math.round((grown / seconds) * 10) / 10;
      }),
    })),
  };
}
