import { oneOf, textOf } from '~/text/search';

export interface UpstreamsSearch {
  q?: string | undefined;
  /** "problems": only upstreams with a server that takes no requests. */
  show?: 'problems' | undefined;
}

export const upstreamsSearch = (raw: Record<string, unknown>): UpstreamsSearch => ({
  q: textOf(raw, 'q'),
  show: oneOf(raw, 'show', ['problems']),
});
