import type { Protocol } from '~/api/client';
import { oneOf, textOf } from '~/text/search';

export interface TrySearch {
  url?: string | undefined;
  /** HTTP/2 if absent. */
  protocol?: Protocol | undefined;
  /** "on": the client offers SETTINGS_ENABLE_PUSH=1. */
  push?: 'on' | undefined;
  cookie?: string | undefined;
  /** Lines of "Name: value". */
  headers?: string | undefined;
  /** Manifest whose draft replaces its published text. */
  draft?: string | undefined;
}

export const trySearch = (raw: Record<string, unknown>): TrySearch => ({
  url: textOf(raw, 'url'),
  protocol: oneOf(raw, 'protocol', ['http/1.1', 'h2', 'h3']),
  push: oneOf(raw, 'push', ['on']),
  cookie: textOf(raw, 'cookie'),
  headers: textOf(raw, 'headers'),
  draft: textOf(raw, 'draft'),
});
