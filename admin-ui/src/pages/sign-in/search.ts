import { matching } from '~/text/search';

export const signInSearch = (raw: Record<string, unknown>): { next?: string | undefined } => ({
  /** Where to go afterwards; only a place of this UI, never another site. */
  next: matching(raw, 'next', /^\/(?![/\\])/),
});
