import { type RangeSearch, rangeSearch } from '~/history/range';
import { oneOf, textOf } from '~/text/search';

export interface SavingsSearch extends RangeSearch {
  /** Id of a figure; connections opened if absent. */
  figure?: string | undefined;
  view?: 'table' | undefined;
  compare?: 'previous' | undefined;
  /** Only this listener, or only this site; all traffic if both are absent. */
  listener?: string | undefined;
  site?: string | undefined;
  /** Id of a node; the sum of all if absent. */
  node?: string | undefined;
}

export function savingsSearch(raw: Record<string, unknown>): SavingsSearch {
  const listener = textOf(raw, 'listener');
  return {
    figure: textOf(raw, 'figure'),
    view: oneOf(raw, 'view', ['table']),
    compare: oneOf(raw, 'compare', ['previous']),
    listener,
    site: listener === undefined ? textOf(raw, 'site') : undefined,
    node: textOf(raw, 'node'),
    ...rangeSearch(raw),
  };
}
