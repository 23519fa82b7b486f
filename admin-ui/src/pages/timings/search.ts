import type { TimingsBy, ViewMetric, ViewPart } from '~/api/timings';
import { type RangeSearch, rangeSearch } from '~/history/range';
import { oneOf } from '~/text/search';
import { viewPart } from '~/views/part';

/** Metrics of the chart, with their names. */
export const METRICS: readonly { value: ViewMetric; label: string }[] = [
  { value: 'lcp', label: 'Largest paint (LCP)' },
  { value: 'fcp', label: 'First content (FCP)' },
  { value: 'firstPaint', label: 'First paint' },
  { value: 'ttfb', label: 'First byte (TTFB)' },
  { value: 'inp', label: 'Interaction (INP)' },
  { value: 'cls', label: 'Layout shift (CLS)' },
  { value: 'dcl', label: 'DOMContentLoaded' },
  { value: 'load', label: 'Load' },
  { value: 'statics', label: 'Load of statics' },
  { value: 'lead', label: 'Lead of the 103' },
  { value: 'redirect', label: 'TTFB: redirects' },
  { value: 'dns', label: 'TTFB: DNS' },
  { value: 'connect', label: 'TTFB: connection' },
  { value: 'tls', label: 'TTFB: TLS' },
  { value: 'request', label: 'TTFB: request' },
  { value: 'response', label: 'Response' },
];

export const GROUPS: readonly { value: TimingsBy; label: string }[] = [
  { value: 'protocol', label: 'Protocol' },
  { value: 'page', label: 'Page' },
  { value: 'cache', label: 'Cache state' },
  { value: 'device', label: 'Device' },
  { value: 'site', label: 'Site' },
];

export interface TimingsSearch extends RangeSearch, ViewPart {
  metric?: ViewMetric | undefined;
  by?: TimingsBy | undefined;
  view?: 'table' | undefined;
}

export function timingsSearch(raw: Record<string, unknown>): TimingsSearch {
  return {
    metric: oneOf(
      raw,
      'metric',
      METRICS.map(({ value }) => value),
    ),
    by: oneOf(
      raw,
      'by',
      GROUPS.map(({ value }) => value),
    ),
    view: oneOf(raw, 'view', ['table']),
    ...viewPart(raw),
    ...rangeSearch(raw),
  };
}
