import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, CSRF, type Schemas, take } from './client';

export type LedgerEntry = Schemas['LedgerEntry'];
export type LedgerPage = Schemas['LedgerPage'];
export type Proposal = Schemas['Proposal'];

/** The contract's largest page. */
const PAGE = 1000;

/** Counts change while the page is open. */
const REFRESH = 10_000;

export const ledgerQuery = queryOptions({
  queryKey: ['ledger'],
  queryFn: ({ signal }) =>
    take(api.GET('/ledger', { params: { query: { limit: PAGE, sort: '-wasteShare' } }, signal })),
  refetchInterval: REFRESH,
});

export const proposalsQuery = queryOptions({
  queryKey: ['proposals'],
  queryFn: ({ signal }) =>
    take(api.GET('/proposals', { params: { query: { limit: PAGE } }, signal })),
  refetchInterval: REFRESH,
});

export const useLedger = () => useQuery(ledgerQuery);
export const useProposals = () => useQuery(proposalsQuery);

/** Takes an entry out, or lets it be sent again. */
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

export type Word = 'accept' | 'publish' | 'dismiss';

/** A user's decision on a proposal. It changes drafts and the manifests in force. */
export function useWord() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, word }: { id: string; word: Word }) => {
      const options = { params: { header: CSRF, path: { id } } };
      if (word === 'accept') return take(api.POST('/proposals/{id}/accept', options));
      return take(
        word === 'publish'
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
