import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, CSRF, type Schemas, take } from './client';

export type Manifest = Schemas['Manifest'];
export type ManifestSummary = Schemas['ManifestSummary'];
export type ManifestState = Schemas['ManifestState'];
export type Publication = Schemas['Publication'];
export type Revision = Schemas['Revision'];
export type RevisionText = Schemas['RevisionText'];

/** Largest page size of the contract; a longer list shows that it is cut. */
const PAGE = 1000;

export interface ManifestFilter {
  q?: string | undefined;
  state?: ManifestState | undefined;
}

export const manifestsQuery = (filter: ManifestFilter = {}) =>
  queryOptions({
    queryKey: ['manifests', 'list', filter.q ?? '', filter.state ?? ''],
    queryFn: ({ signal }) =>
      take(
        api.GET('/manifests', {
          params: {
            query: {
              limit: PAGE,
              ...(filter.q ? { q: filter.q } : {}),
              ...(filter.state ? { state: filter.state } : {}),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const manifestQuery = (name: string) =>
  queryOptions({
    queryKey: ['manifests', 'one', name],
    queryFn: ({ signal }) =>
      take(api.GET('/manifests/{name}', { params: { path: { name } }, signal })),
    // The text under edit must not change because the window got the focus.
    refetchOnWindowFocus: false,
  });

export const historyQuery = (name: string) =>
  queryOptions({
    queryKey: ['manifests', 'history', name],
    queryFn: ({ signal }) =>
      take(
        api.GET('/manifests/{name}/history', {
          params: { path: { name }, query: { limit: PAGE } },
          signal,
        }),
      ),
  });

export const revisionQuery = (name: string, revision: number) =>
  queryOptions({
    queryKey: ['manifests', 'revision', name, revision],
    queryFn: ({ signal }) =>
      take(
        api.GET('/manifests/{name}/history/{revision}', {
          params: { path: { name, revision } },
          signal,
        }),
      ),
    // A revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useManifests = (filter: ManifestFilter = {}) => useQuery(manifestsQuery(filter));
export const useManifest = (name: string) => useQuery(manifestQuery(name));
export const useHistory = (name: string) => useQuery(historyQuery(name));

/** Validates a text on the server, which has the only validator. */
export function validateText(text: string, signal?: AbortSignal): Promise<Schemas['Validation']> {
  return take(
    api.POST('/manifests:validate', {
      params: { header: CSRF },
      body: { text },
      ...(signal ? { signal } : {}),
    }),
  );
}

/** Puts the response of a write into the cache and invalidates the lists. */
function useRemember() {
  const queries = useQueryClient();
  return useCallback(
    (name: string, manifest: Manifest | null) => {
      if (manifest) queries.setQueryData(manifestQuery(name).queryKey, manifest);
      else queries.removeQueries({ queryKey: manifestQuery(name).queryKey });
      for (const queryKey of [['manifests', 'list'], ['manifests', 'history', name], ['status']]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
    [queries],
  );
}

/** Reads the newest state, bypassing the cache: the version that another user saved. */
export function useFreshManifest() {
  const queries = useQueryClient();
  return useCallback(
    (name: string) => queries.fetchQuery({ ...manifestQuery(name), staleTime: 0 }),
    [queries],
  );
}

export function useCreateManifest() {
  const remember = useRemember();
  return useMutation({
    mutationFn: (body: Schemas['NewManifest']) =>
      take(api.POST('/manifests', { params: { header: CSRF }, body })),
    onSuccess: (manifest) => remember(manifest.name, manifest),
  });
}

export interface DraftToSave {
  name: string;
  etag: string;
  text: string;
}

export function useSaveDraft() {
  const remember = useRemember();
  return useMutation({
    mutationFn: ({ name, etag, text }: DraftToSave) =>
      take(
        api.PUT('/manifests/{name}/draft', {
          params: { path: { name }, header: { ...CSRF, 'If-Match': etag } },
          body: { text },
        }),
      ),
    onSuccess: (manifest) => remember(manifest.name, manifest),
  });
}

export interface Change {
  name: string;
  etag: string;
  comment: string;
}

export function usePublish() {
  const remember = useRemember();
  return useMutation({
    mutationFn: async ({ name, etag, comment }: Change) =>
      // Without a time or a canary, the response is that of a publication at once.
      (await take(
        api.POST('/manifests/{name}/publish', {
          params: { path: { name }, header: { ...CSRF, 'If-Match': etag } },
          body: { comment },
        }),
      )) as Publication,
    onSuccess: (publication, { name }) => remember(name, publication.manifest),
  });
}

export function useRollBack() {
  const remember = useRemember();
  return useMutation({
    mutationFn: ({ name, etag, comment, revision }: Change & { revision: number }) =>
      take(
        api.POST('/manifests/{name}/rollback', {
          params: { path: { name }, header: { ...CSRF, 'If-Match': etag } },
          body: { revision, comment },
        }),
      ),
    onSuccess: (publication, { name }) => remember(name, publication.manifest),
  });
}

export function useRetire() {
  const remember = useRemember();
  return useMutation({
    mutationFn: ({ name, etag, comment }: Change) =>
      take(
        api.DELETE('/manifests/{name}', {
          params: {
            path: { name },
            header: { ...CSRF, 'If-Match': etag },
            query: comment ? { comment } : {},
          },
        }),
      ),
    onSuccess: (publication, { name }) => remember(name, publication.manifest),
  });
}
