import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, CSRF, type Schemas, take } from './client';
import type { JsonSchema } from './json-schema';

export type Configuration = Schemas['Configuration'];
export type ConfigurationRevision = Schemas['ConfigurationRevision'];

/** A configuration with the entity tag of its version. */
export interface Versioned {
  configuration: Configuration;
  etag: string;
}

async function versioned(
  pending: Promise<{ data?: Configuration; error?: unknown; response: Response }>,
): Promise<Versioned> {
  const result = await pending;
  const configuration = await take(Promise.resolve(result));
  return { configuration, etag: result.response.headers.get('etag') ?? '*' };
}

const configurationQuery = queryOptions({
  queryKey: ['configuration', 'now'],
  queryFn: ({ signal }) => versioned(api.GET('/configuration', { signal })),
});

export const useConfiguration = () => useQuery(configurationQuery);

/** The revision of each gateway; read again while other gateways may still follow. */
export const useConfigurationNodes = () =>
  useQuery({
    queryKey: ['configuration', 'nodes'],
    refetchInterval: 3000,
    queryFn: ({ signal }) => take(api.GET('/configuration/nodes', { signal })),
  });

export const useConfigurationHistory = () =>
  useQuery({
    queryKey: ['configuration', 'history'],
    queryFn: ({ signal }) =>
      take(api.GET('/configuration/history', { params: { query: { limit: 50 } }, signal })),
  });

export const useConfigurationSchema = () =>
  useQuery({
    queryKey: ['configuration', 'schema'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await take(api.GET('/configuration/schema', { signal }))) as JsonSchema,
  });

export const useConfigurationDifference = (from: string, to: string) =>
  useQuery({
    queryKey: ['configuration', 'difference', from, to],
    queryFn: ({ signal }) =>
      take(api.GET('/configuration:diff', { params: { query: { from, to } }, signal })),
  });

export function validateConfiguration(
  text: string,
  signal: AbortSignal,
): Promise<Schemas['Validation']> {
  return take(
    api.POST('/configuration:validate', { params: { header: CSRF }, body: { text }, signal }),
  );
}

function useChange<T>(change: (value: T) => Promise<Versioned>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Another editor may have changed it.
    onError: () => queries.invalidateQueries({ queryKey: configurationQuery.queryKey }),
    onSuccess: (now) => {
      queries.setQueryData(configurationQuery.queryKey, now);
      for (const part of ['history', 'difference', 'nodes'])
        void queries.invalidateQueries({ queryKey: ['configuration', part] });
    },
  });
}

/** The approvals of the draft. Another version has other ones. */
export const useConfigurationApprovals = (etag: string) =>
  useQuery({
    queryKey: ['configuration', 'approvals', etag],
    queryFn: ({ signal }) => take(api.GET('/configuration/approvals', { signal })),
  });

const header = (etag: string) => ({ header: { ...CSRF, 'If-Match': etag } });

export const useSaveConfiguration = () =>
  useChange(({ text, etag }: { text: string; etag: string }) =>
    versioned(api.PUT('/configuration/draft', { params: header(etag), body: { text } })),
  );

export const usePublishConfiguration = () =>
  useChange(({ comment, etag }: { comment: string; etag: string }) =>
    versioned(api.POST('/configuration/publish', { params: header(etag), body: { comment } })),
  );

export const useRollBackConfiguration = () =>
  useChange(({ revision, etag }: { revision: number; etag: string }) =>
    versioned(api.POST('/configuration/rollback', { params: header(etag), body: { revision } })),
  );

export function useApproveConfiguration() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (etag: string) =>
      take(api.POST('/configuration/approvals', { params: header(etag), body: {} })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['configuration', 'approvals'] }),
  });
}
