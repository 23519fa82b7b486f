import { matching, oneOf } from '~/text/search';

export interface TimelineSearch {
  /** View of the timeline; the chart if absent. */
  view?: 'table' | undefined;
  /** Number of the burst that is drawn; the busiest if absent. */
  burst?: string | undefined;
}

export const timelineSearch = (raw: Record<string, unknown>): TimelineSearch => ({
  view: oneOf(raw, 'view', ['table']),
  burst: matching(raw, 'burst', /^\d{1,6}$/),
});
