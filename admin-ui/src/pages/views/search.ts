import type { ViewList } from '~/api/views';
import { type RangeSearch, rangeSearch } from '~/history/range';
import { matching, oneOf, textOf } from '~/text/search';

export const OUTCOMES = ['loaded', 'failed', 'truncated', 'abandoned', 'unreported'] as const;

export interface ViewsSearch extends RangeSearch {
  site?: string | undefined;
  page?: string | undefined;
  protocol?: ViewList['protocol'];
  cache?: ViewList['cache'];
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
    site: textOf(raw, 'site'),
    page: textOf(raw, 'page'),
    protocol: oneOf(raw, 'protocol', ['h1', 'h2', 'h3']),
    cache: oneOf(raw, 'cache', ['cold', 'revalidated', 'warm']),
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
