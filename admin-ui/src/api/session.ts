import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, CSRF, hasCode, type Schemas, take } from './client';

export type Session = Schemas['Session'];
export type Role = Schemas['Role'];

const RANK: Record<Role, number> = { viewer: 0, editor: 1, publisher: 2, admin: 3 };

/** Reads the session; null if no user is signed in, which is a result and not a failure. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      return await take(api.GET('/session'));
    } catch (error) {
      if (hasCode(error, 'unauthenticated')) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  retry: 1,
});

export function useSession(): Session | null {
  return useQuery(sessionQuery).data ?? null;
}

/** Returns a site of a user with roles for some sites only, who cannot ask about all at once. */
export function useOwnSite(): string | undefined {
  const sites = useSession()?.grants.flatMap((grant) => grant.sites) ?? [];
  return sites.includes('*') ? undefined : sites.find((site) => !site.startsWith('*'));
}

/** Returns undefined if the role allows it, else the sentence that a disabled button shows. */
export function useWhyNot(needed: Role): string | undefined {
  const session = useSession();
  if (session === null || RANK[session.role] >= RANK[needed]) return undefined;
  return `Your role is ${session.role} (needed: ${needed})`;
}

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Schemas['Credentials']) =>
      take(api.POST('/session', { params: { header: CSRF }, body: credentials })),
    // Without the second factor there is no session yet.
    onSuccess: (result) => {
      if (!('methods' in result)) queries.setQueryData(sessionQuery.queryKey, result);
    },
  });
}

export function useChangePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Schemas['PasswordChange']) =>
      take(api.PUT('/session/password', { params: { header: CSRF }, body: change })),
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
  });
}

export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const left = await take(api.DELETE('/session', { params: { header: CSRF } }));
      // The session at the provider goes on until the browser has been there.
      if (left?.url) window.location.assign(left.url);
    },
    // Even if the request fails, no data of this session may stay on the screen.
    onSettled: () => {
      queries.setQueryData(sessionQuery.queryKey, null);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    },
  });
}
