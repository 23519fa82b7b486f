import type { ManifestState } from '~/api/manifests';
import { matching, oneOf, textOf } from '~/text/search';

const STATES = ['draft', 'published', 'changed', 'retired'] as const;
const SORTS = [
  'name',
  '-name',
  'state',
  '-state',
  'draft',
  '-draft',
  'published',
  '-published',
] as const;
export type Sort = (typeof SORTS)[number];

export interface ListSearch {
  q?: string | undefined;
  state?: ManifestState | undefined;
  sort?: Sort | undefined;
}

export const listSearch = (raw: Record<string, unknown>): ListSearch => ({
  q: textOf(raw, 'q'),
  state: oneOf(raw, 'state', STATES),
  sort: oneOf(raw, 'sort', SORTS),
});

export const editSearch = (raw: Record<string, unknown>): { view?: 'yaml' | undefined } => ({
  /** View of the draft; the form if absent. */
  view: oneOf(raw, 'view', ['yaml']),
});

export interface HistorySearch {
  /** Revision that is shown; the newest if absent. */
  revision?: string | undefined;
  /** Other side of the comparison: a revision, the draft, or nothing. The previous revision if absent. */
  against?: string | undefined;
}

export const historySearch = (raw: Record<string, unknown>): HistorySearch => ({
  revision: matching(raw, 'revision', /^[1-9]\d{0,14}$/),
  against: matching(raw, 'against', /^([1-9]\d{0,14}|draft|nothing)$/),
});
