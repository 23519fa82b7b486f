import type { HistoryProtocol, HistoryTotals } from '~/api/history';

/** Measures of the cards and tables. */
export const MEASURES = [
  'opened',
  'open',
  'h1_equivalent',
  'saved',
  'requests',
  'page_views',
  'requestsPerConnection',
  'handshakes_full',
  'handshakes_resumed',
  'handshakes_early',
  'handshake_nanos',
  'failed_left',
  'failed_tls',
  'failed_timeout',
  'failed_refused',
  'cpuSeconds',
  'p95',
  'ageP50',
  'ageP95',
  'upstream_opened',
  'upstream_requests',
] as const;

export type TotalMeasure = (typeof MEASURES)[number];

/** Reads one total; null if it was not counted. */
export type Totals = (measure: TotalMeasure) => number | null;

export const totalsOf =
  (totals: HistoryTotals, name: string, protocol: HistoryProtocol = 'all'): Totals =>
  (measure) =>
    totals.rows.find((row) => row.name === name && row.protocol === protocol)?.values[measure] ??
    null;

/** Returns the names of all listeners or sites, in the order of the contract. */
export const namesOf = (totals: HistoryTotals | undefined): string[] => [
  ...new Set(totals?.rows.map(({ name }) => name)),
];

/** Returns the sum of what was counted; null if nothing was. */
export function sumOf(values: (number | null)[]): number | null {
  const counted = values.filter((value) => value !== null);
  return counted.length === 0 ? null : counted.reduce((sum, value) => sum + value, 0);
}

/** Returns `part` for each thousand of `all`; null if one of them is absent or 0. */
export const perThousand = (part: number | null, all: number | null): number | null =>
  part === null || all === null || all === 0 ? null : (part / all) * 1000;
