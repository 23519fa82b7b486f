import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, CSRF, type Schemas, take } from './client';

export type Run = Schemas['PublicationRun'];
export type DryRun = Schemas['DryRun'];
export type Approvals = Schemas['Approvals'];
export type Comparison = Schemas['RevisionComparison'];
export type PublishRequest = Schemas['PublishRequest'];
export type ManifestChange = Schemas['ManifestChange'];

const NEWEST = 10;

export const approvalsQuery = (name: string, etag: string) =>
  queryOptions({
    // An approval is for one text, so another version has other approvals.
    queryKey: ['manifests', 'approvals', name, etag],
    queryFn: ({ signal }) =>
      take(api.GET('/manifests/{name}/approvals', { params: { path: { name } }, signal })),
  });

export const runsQuery = (manifest: string) =>
  queryOptions({
    queryKey: ['publications', manifest],
    queryFn: ({ signal }) =>
      take(api.GET('/publications', { params: { query: { manifest, limit: NEWEST } }, signal })),
  });

export const comparisonQuery = (name: string, from: string, to: string, etag: string) =>
  queryOptions({
    queryKey: ['manifests', 'comparison', name, from, to, etag],
    queryFn: ({ signal }) =>
      take(
        api.GET('/manifests/{name}/history:compare', {
          params: { path: { name }, query: { from, to } },
          signal,
        }),
      ),
  });

export const useApprovals = (name: string, etag: string) => useQuery(approvalsQuery(name, etag));
export const useRuns = (manifest: string) => useQuery(runsQuery(manifest));

/** Invalidates everything that a change of a publication may have changed. */
function useChanged() {
  const queries = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [['manifests'], ['publications'], ['status']]) {
      void queries.invalidateQueries({ queryKey });
    }
  }, [queries]);
}

interface Version {
  name: string;
  etag: string;
}

export function useApprove() {
  const onSuccess = useChanged();
  return useMutation({
    mutationFn: ({ name, etag }: Version) =>
      take(
        api.POST('/manifests/{name}/approvals', {
          params: { path: { name }, header: { ...CSRF, 'If-Match': etag } },
          body: {},
        }),
      ),
    onSuccess,
  });
}

export function useDryRun() {
  return useMutation({
    mutationFn: ({ name, hours }: { name: string; hours: number }) =>
      take(
        api.POST('/manifests/{name}/draft:dry-run', {
          params: { path: { name }, header: CSRF },
          body: { hours },
        }),
      ),
  });
}

/** Begins a publication that takes time: at a time, or on some gateways first. */
export function useBegin() {
  const onSuccess = useChanged();
  return useMutation({
    mutationFn: async ({ name, etag, wish }: Version & { wish: PublishRequest }) =>
      (await take(
        api.POST('/manifests/{name}/publish', {
          params: { path: { name }, header: { ...CSRF, 'If-Match': etag } },
          body: wish,
        }),
      )) as Run,
    onSuccess,
  });
}

export function useEnd() {
  const onSuccess = useChanged();
  return useMutation({
    mutationFn: ({ id, how, reason }: { id: string; how: 'promote' | 'undo'; reason: string }) =>
      take(
        api.POST(`/publications/{id}/${how}`, {
          params: { path: { id }, header: CSRF },
          body: { reason },
        }),
      ),
    onSuccess,
  });
}

export function useRestoreRule() {
  const onSuccess = useChanged();
  return useMutation({
    mutationFn: ({ name, etag, revision, rule }: Version & { revision: number; rule: string }) =>
      take(
        api.POST('/manifests/{name}/history:restore-rule', {
          params: { path: { name }, header: { ...CSRF, 'If-Match': etag } },
          body: { revision, rule },
        }),
      ),
    onSuccess,
  });
}
