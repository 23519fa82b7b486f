import type { PageMetric } from '~/api/analysis';
import { change, measured } from './numbers';

/** Names of the metrics of page views, in their order in time. */
export const METRICS: readonly { metric: PageMetric; label: string }[] = [
  { metric: 'ttfb', label: 'Time to first byte' },
  { metric: 'firstPaint', label: 'First paint' },
  { metric: 'fcp', label: 'First contentful paint' },
  { metric: 'lcp', label: 'Largest contentful paint' },
  { metric: 'inp', label: 'Interaction to next paint' },
  { metric: 'cls', label: 'Cumulative layout shift' },
  { metric: 'dcl', label: 'DOMContentLoaded' },
  { metric: 'load', label: 'Load' },
  { metric: 'statics', label: 'Load of statics' },
  { metric: 'lead', label: 'Lead of the 103 response' },
];

export const metricLabel = (metric: PageMetric): string =>
  METRICS.find((each) => each.metric === metric)?.label ?? metric;

/** Formats a value of a metric or of a share with its unit. */
export function metricValue(value: number | null, unit: string): string {
  if (value === null) return '–';
  if (unit === 'share') return change(value).replace('+', '');
  return unit === 'milliseconds' ? `${measured(value)} ms` : measured(value);
}

/** Formats a difference with its sign. */
export function difference(value: number | null, unit: string): string {
  if (value === null) return '–';
  const text = metricValue(Math.abs(value), unit);
  if (value === 0) return text;
  return `${value > 0 ? '+' : '−'}${text}`;
}

export const interval = (low: number | null, high: number | null, unit: string): string =>
  low === null || high === null ? '–' : `${difference(low, unit)} to ${difference(high, unit)}`;

export const chanceText = (value: number | null): string => {
  if (value === null) return '–';
  return value < 0.001 ? '< 0.001' : value.toFixed(3);
};
