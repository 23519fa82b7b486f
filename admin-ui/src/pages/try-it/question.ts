import type { PlanRequest } from '~/api/plan';
import { headersOf } from '~/text/headers';
import { quoted } from '~/text/shell';
import type { TrySearch } from './search';

/** Returns the request in the address, or null if it has none. */
export function requestOf(search: TrySearch, draftText: string | undefined): PlanRequest | null {
  if (!search.url) return null;
  const headers = headersOf(search.headers);
  return {
    url: search.url,
    protocol: search.protocol ?? 'h2',
    pushEnabled: search.push === 'on',
    ...(search.cookie ? { cookie: search.cookie } : {}),
    ...(headers.length > 0 ? { headers } : {}),
    ...(search.draft && draftText !== undefined
      ? { manifest: search.draft, draft: draftText }
      : {}),
  };
}

const FLAGS = { 'http/1.1': '--http1.1', h2: '--http2', h3: '--http3' } as const;

/** Returns the same request as a curl command. `-v` shows the 103; curl itself accepts no pushes. */
export function curlOf(search: TrySearch, url: string): string {
  const headers = headersOf(search.headers);
  const hasMode = headers.some(({ name }) => name.toLowerCase() === 'sec-fetch-mode');
  const all = hasMode ? headers : [{ name: 'sec-fetch-mode', value: 'navigate' }, ...headers];
  const parts = ['curl', '-sv', '-o', '/dev/null', FLAGS[search.protocol ?? 'h2']];
  for (const { name, value } of all) parts.push('-H', `${name}: ${value}`);
  if (search.cookie) parts.push('-H', `cookie: ${search.cookie}`);
  return [...parts, url].map(quoted).join(' ');
}
