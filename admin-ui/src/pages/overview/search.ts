import { oneOf } from '~/text/search';

export interface OverviewSearch {
  /** Figures of the chart; connections if absent. */
  chart?: 'requests' | undefined;
  /** View of the figures; a chart if absent. */
  view?: 'table' | undefined;
}

export const overviewSearch = (raw: Record<string, unknown>): OverviewSearch => ({
  chart: oneOf(raw, 'chart', ['requests']),
  view: oneOf(raw, 'view', ['table']),
});
