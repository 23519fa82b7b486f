import type { PageMetric } from '~/api/analysis';
import { METRICS } from '~/text/metrics';
import { oneOf, textOf } from '~/text/search';

export interface CompareSearch {
  /** Protocols if absent. */
  by?: 'arm' | undefined;
  /** Sides; h1 and h2 if absent. */
  a?: string | undefined;
  b?: string | undefined;
  /** Load if absent. */
  metric?: PageMetric | undefined;
  experiment?: string | undefined;
  site?: string | undefined;
}

export const compareSearch = (raw: Record<string, unknown>): CompareSearch => ({
  by: oneOf(raw, 'by', ['arm']),
  a: textOf(raw, 'a'),
  b: textOf(raw, 'b'),
  metric: oneOf(
    raw,
    'metric',
    METRICS.map(({ metric }) => metric),
  ),
  experiment: textOf(raw, 'experiment'),
  site: textOf(raw, 'site'),
});
