import type { ViewPart } from '~/api/timings';
import type { ViewList } from '~/api/views';
import { type RangeSearch, rangeSearch } from '~/history/range';
import { matching, oneOf, textOf } from '~/text/search';
import { viewPart } from '~/views/part';

export const OUTCOMES = ['loaded', 'failed', 'truncated', 'abandoned', 'unreported'] as const;

export interface ViewsSearch extends RangeSearch, ViewPart {
  outcome?: ViewList['outcome'];
  arm?: string | undefined;
  order?: 'slowest' | undefined;
  all?: 'yes' | undefined;
  offset?: string | undefined;
  /** The chosen view, of at most two. */
  one?: string | undefined;
  two?: string | undefined;
}

export function viewsSearch(raw: Record<string, unknown>): ViewsSearch {
  return {
    ...viewPart(raw),
    outcome: oneOf(raw, 'outcome', OUTCOMES),
    arm: matching(raw, 'arm', /^[^:]+:.+$/),
    order: oneOf(raw, 'order', ['slowest']),
    all: oneOf(raw, 'all', ['yes']),
    offset: matching(raw, 'offset', /^\d{1,6}$/),
    one: textOf(raw, 'one'),
    two: textOf(raw, 'two'),
    ...rangeSearch(raw),
  };
}

export interface ViewSearch {
  /** A second view beside the first. */
  beside?: string | undefined;
  form?: 'table' | undefined;
}

export function viewSearch(raw: Record<string, unknown>): ViewSearch {
  return { beside: textOf(raw, 'beside'), form: oneOf(raw, 'form', ['table']) };
}
