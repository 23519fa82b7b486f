import type { ViewPart } from '~/api/timings';
import { oneOf, textOf } from '~/text/search';

export const PROTOCOLS = ['h1', 'h2', 'h3'] as const;
export const CACHE_STATES = ['cold', 'revalidated', 'warm'] as const;

/** Returns the part of the page views that an address names. */
export const viewPart = (raw: Record<string, unknown>): ViewPart => ({
  site: textOf(raw, 'site'),
  page: textOf(raw, 'page'),
  protocol: oneOf(raw, 'protocol', PROTOCOLS),
  cache: oneOf(raw, 'cache', CACHE_STATES),
});
