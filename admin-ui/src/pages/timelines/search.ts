import { oneOf } from '~/text/search';

export interface TimelineSearch {
  /** The chart when absent. */
  view?: 'table' | undefined;
}

export const timelineSearch = (raw: Record<string, unknown>): TimelineSearch => ({
  view: oneOf(raw, 'view', ['table']),
});
