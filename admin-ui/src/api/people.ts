import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, CSRF, type Schemas, take, takeAll } from './client';

export type User = Schemas['User'];
export type Grant = Schemas['Grant'];
export type UserSession = Schemas['UserSession'];
export type Token = Schemas['Token'];
export type PermissionRow = Schemas['PermissionRow'];

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => takeAll((query) => api.GET('/users', { params: { query }, signal })),
});

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => takeAll((query) => api.GET('/tokens', { params: { query }, signal })),
});

const sessionsQuery = (name: string) =>
  queryOptions({
    queryKey: ['users', name, 'sessions'],
    queryFn: ({ signal }) =>
      take(api.GET('/users/{name}/sessions', { params: { path: { name } }, signal })),
  });

export const useUsers = () => useQuery(usersQuery);
export const useTokens = () => useQuery(tokensQuery);
export const useSessions = (name: string) => useQuery(sessionsQuery(name));

export const usePermissions = () =>
  useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => take(api.GET('/permissions', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the users again after a write, also after one that failed: another admin may have changed them. */
function useSettled() {
  const queries = useQueryClient();
  return { onSettled: () => queries.invalidateQueries({ queryKey: usersQuery.queryKey }) };
}

export function useCreateUser() {
  return useMutation({
    mutationFn: (body: Schemas['NewUser']) =>
      take(api.POST('/users', { params: { header: CSRF }, body })),
    ...useSettled(),
  });
}

export function useChangeUser() {
  return useMutation({
    mutationFn: ({ user, change }: { user: User; change: Schemas['UserChange'] }) =>
      take(
        api.PATCH('/users/{name}', {
          params: { header: { ...CSRF, 'If-Match': user.etag }, path: { name: user.name } },
          body: change,
        }),
      ),
    ...useSettled(),
  });
}

export function useDeleteUser() {
  return useMutation({
    mutationFn: (user: User) =>
      take(
        api.DELETE('/users/{name}', {
          params: { header: { ...CSRF, 'If-Match': user.etag }, path: { name: user.name } },
        }),
      ),
    ...useSettled(),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (name: string) =>
      take(
        api.POST('/users/{name}/password', {
          params: { header: CSRF, path: { name } },
          body: {},
        }),
      ),
    ...useSettled(),
  });
}

/** Removes the second factors of a user who has lost them. */
export function useResetSecondFactors() {
  return useMutation({
    mutationFn: (name: string) =>
      take(
        api.DELETE('/users/{name}/second-factors', {
          params: { header: CSRF, path: { name } },
        }),
      ),
    ...useSettled(),
  });
}

/** Ends one session of a user, or all except that of this browser. */
export function useEndSessions() {
  return useMutation({
    mutationFn: ({ name, id }: { name: string; id?: string }) =>
      take(
        id === undefined
          ? api.DELETE('/users/{name}/sessions', { params: { header: CSRF, path: { name } } })
          : api.DELETE('/users/{name}/sessions/{id}', {
              params: { header: CSRF, path: { name, id } },
            }),
      ),
    ...useSettled(),
  });
}

export function useCreateToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['NewToken']) =>
      take(api.POST('/tokens', { params: { header: CSRF }, body })),
    onSettled: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

export function useDeleteToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      take(api.DELETE('/tokens/{id}', { params: { header: CSRF, path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
