import { matching } from '~/text/search';

export const signInSearch = (
  raw: Record<string, unknown>,
): { next?: string | undefined; failure?: string | undefined } => ({
  /** Reason of a sign-in at a provider that failed. */
  failure: matching(raw, 'failure', /^[a-z-]{1,40}$/),
  /** Page to open afterwards; only a page of this UI, never another site. */
  next: matching(raw, 'next', /^\/(?![/\\])/),
});
