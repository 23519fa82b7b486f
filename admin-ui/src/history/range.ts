import type { Range } from '~/api/history';
import { oneOf, textOf } from '~/text/search';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const PRESETS = [
  { token: '10m', seconds: 10 * MINUTE, label: 'Last 10 minutes' },
  { token: '1h', seconds: HOUR, label: 'Last hour' },
  { token: '6h', seconds: 6 * HOUR, label: 'Last 6 hours' },
  { token: '24h', seconds: DAY, label: 'Last 24 hours' },
  { token: '7d', seconds: 7 * DAY, label: 'Last 7 days' },
  { token: '30d', seconds: 30 * DAY, label: 'Last 30 days' },
  { token: '1y', seconds: 365 * DAY, label: 'Last year' },
] as const;

export type Preset = (typeof PRESETS)[number]['token'];

/** Time range of an address: a preset, or both fixed times. */
export interface RangeSearch {
  range?: Preset | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const TOKENS = PRESETS.map(({ token }) => token);

/** Longest range of the contract, and the shortest that has several points. */
const LONGEST = 400 * DAY;
const SHORTEST = 10;

export function rangeSearch(raw: Record<string, unknown>): RangeSearch {
  const [from, to] = [instant(raw, 'from'), instant(raw, 'to')];
  const isFixed = from !== undefined && to !== undefined && from < to;
  return isFixed
    ? { range: undefined, from, to }
    : { range: oneOf(raw, 'range', TOKENS), from: undefined, to: undefined };
}

function instant(raw: Record<string, unknown>, key: string): string | undefined {
  const at = Date.parse(textOf(raw, key) ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

export function rangeOf({ range, from, to }: RangeSearch, preset: Preset): Range {
  if (from !== undefined && to !== undefined) return { from, to };
  const token = range ?? preset;
  return { seconds: PRESETS.find((each) => each.token === token)?.seconds ?? HOUR };
}

/** Returns the length in seconds. */
export const lengthOf = (range: Range): number =>
  'seconds' in range ? range.seconds : (Date.parse(range.to) - Date.parse(range.from)) / 1000;

/** Range whose last points still change. */
export const isLive = (range: Range): boolean => 'seconds' in range && range.seconds <= HOUR;

/** Returns the address values of fixed times, in milliseconds. They are never in the future nor too long. */
export function fixed(from: number, to: number, now: number): RangeSearch {
  const end = Math.min(to, now);
  const length = Math.min(Math.max(end - from, SHORTEST * 1000), LONGEST * 1000);
  return {
    range: undefined,
    from: new Date(end - length).toISOString(),
    to: new Date(end).toISOString(),
  };
}

/** Returns the range of the same length, earlier (−1) or later (1) by its length. */
export function shifted(range: Range, direction: 1 | -1, now: number): RangeSearch {
  const length = lengthOf(range) * 1000;
  const to = Math.min(now, endOf(range, now) + direction * length);
  return fixed(to - length, to, now);
}

/** Returns the range of twice the length with the same middle. */
export function wider(range: Range, now: number): RangeSearch {
  const half = (lengthOf(range) * 1000) / 2;
  const to = Math.min(now, endOf(range, now) + half);
  return fixed(to - 4 * half, to, now);
}

const endOf = (range: Range, now: number): number =>
  'seconds' in range ? now : Date.parse(range.to);
