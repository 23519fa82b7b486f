import { oneOf } from '~/text/search';

export interface OverviewSearch {
  /** What the chart shows; connections when absent. */
  chart?: 'requests' | undefined;
  /** How; as a chart when absent. */
  view?: 'table' | undefined;
}

export const overviewSearch = (raw: Record<string, unknown>): OverviewSearch => ({
  chart: oneOf(raw, 'chart', ['requests']),
  view: oneOf(raw, 'view', ['table']),
});
