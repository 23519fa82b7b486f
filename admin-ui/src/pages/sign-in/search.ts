import { matching } from '~/text/search';

export const signInSearch = (raw: Record<string, unknown>): { next?: string | undefined } => ({
  /** Page to open afterwards; only a page of this UI, never another site. */
  next: matching(raw, 'next', /^\/(?![/\\])/),
});
