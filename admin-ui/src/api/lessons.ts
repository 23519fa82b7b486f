import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, CSRF, type Schemas, take, takeAll } from './client';

export type LedgerEntry = Schemas['LedgerEntry'];
export type LedgerPage = Schemas['LedgerPage'];
export type Proposal = Schemas['Proposal'];

/** Refresh interval in milliseconds, as counts change while the page is open. */
const REFRESH = 10_000;

export const ledgerQuery = queryOptions({
  queryKey: ['ledger'],
  queryFn: ({ signal }) =>
    takeAll((page) =>
      api.GET('/ledger', { params: { query: { ...page, sort: '-wasteShare' } }, signal }),
    ),
  refetchInterval: REFRESH,
});

export const proposalsQuery = queryOptions({
  queryKey: ['proposals'],
  queryFn: ({ signal }) => takeAll((query) => api.GET('/proposals', { params: { query }, signal })),
  refetchInterval: REFRESH,
});

export const useLedger = () => useQuery(ledgerQuery);
export const useProposals = () => useQuery(proposalsQuery);

/** Demotes an entry, or restores it. */
export function useVerdict() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ entry, demote }: { entry: LedgerEntry; demote: boolean }) => {
      const body = { manifest: entry.manifest, match: entry.match, url: entry.url };
      const options = { params: { header: CSRF }, body };
      return take(
        demote ? api.POST('/ledger/demote', options) : api.POST('/ledger/restore', options),
      );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ledgerQuery.queryKey }),
  });
}

export type Decision = 'accept' | 'publish' | 'dismiss';

/** Sends a user's decision on a proposal. It changes drafts and the manifests in force. */
export function useDecision() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: Decision }) => {
      const options = { params: { header: CSRF, path: { id } } };
      if (decision === 'accept') return take(api.POST('/proposals/{id}/accept', options));
      return take(
        decision === 'publish'
          ? api.POST('/proposals/{id}/publish', options)
          : api.POST('/proposals/{id}/dismiss', options),
      );
    },
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => ['proposals', 'manifests'].includes(String(queryKey[0])),
      }),
  });
}
