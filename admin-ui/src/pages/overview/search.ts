import { type RangeSearch, rangeSearch } from '~/history/range';
import { oneOf } from '~/text/search';

export interface OverviewSearch extends RangeSearch {
  /** Figures of the chart; connections if absent. */
  chart?: 'requests' | undefined;
  /** View of the figures; a chart if absent. */
  view?: 'table' | undefined;
  /** With the period before; without it if absent. */
  compare?: 'previous' | undefined;
}

export const overviewSearch = (raw: Record<string, unknown>): OverviewSearch => ({
  chart: oneOf(raw, 'chart', ['requests']),
  view: oneOf(raw, 'view', ['table']),
  compare: oneOf(raw, 'compare', ['previous']),
  ...rangeSearch(raw),
});
