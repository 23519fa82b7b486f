import { queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { API_BASE, api, CSRF, type Schemas, take } from './client';

export type AuditEntry = Schemas['AuditEntry'];
export type AuditVerification = Schemas['AuditVerification'];
export type SystemReport = Schemas['System'];
export type StoreTable = Schemas['StoreTable'];
export type Backups = Schemas['Backups'];

/** Selection of entries; each field is optional. */
export interface AuditSelection {
  q?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  outcome?: 'done' | 'refused' | undefined;
}

const PAGE = 50;

/** Entries by page, newest first. The cursor keeps its place while entries are added. */
export const useAudit = (selection: AuditSelection) =>
  useInfiniteQuery({
    queryKey: ['audit', selection],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      take(
        api.GET('/audit', {
          params: { query: { ...selection, limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    getNextPageParam: (last) => last.next ?? undefined,
  });

export const useAuditVerification = () =>
  useMutation({ mutationFn: () => take(api.GET('/audit:verify', {})) });

/** Address of the export of a selection, for a link of the browser. */
export function auditExport(selection: AuditSelection, format: 'jsonl' | 'syslog'): string {
  const query = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(selection)) {
    if (value) query.set(name, value);
  }
  return `${API_BASE}/audit:export?${query}`;
}

const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => take(api.GET('/system', { signal })),
});

export const useSystem = () => useQuery(systemQuery);

const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => take(api.GET('/backups', { signal })),
});

export const useBackups = () => useQuery(backupsQuery);

/** Makes one backup. The key lets a repetition after a lost response make no second one. */
export const useMakeBackup = () =>
  useMutation({
    mutationFn: () =>
      take(
        api.POST('/backups', {
          params: { header: CSRF },
          headers: { 'Idempotency-Key': crypto.randomUUID() },
        }),
      ),
  });

export const backupFile = (name: string): string =>
  `${API_BASE}/backups/${encodeURIComponent(name)}`;

/** The contract as text, for the page that shows it. */
export const contractQuery = queryOptions({
  queryKey: ['contract'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => take(api.GET('/openapi.yaml', { parseAs: 'text', signal })),
});
