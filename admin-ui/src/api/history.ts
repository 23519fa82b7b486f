import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { API_BASE, api, CSRF, type Schemas, take, takeAll } from './client';

export type History = Schemas['History'];
export type HistoryTotals = Schemas['HistoryTotals'];
export type HistoryEvent = Schemas['HistoryEvent'];
export type HistoryScope = Schemas['HistoryScope'];
export type HistoryProtocol = Schemas['HistoryProtocol'];
export type EventKind = Schemas['EventKind'];
export type NewHistoryEvent = Schemas['NewHistoryEvent'];
export type Report = Schemas['Report'];
export type ReportFigure = Schemas['ReportFigure'];
export type ReportRequest = Schemas['ReportRequest'];
export type ReportSummary = Schemas['ReportSummary'];

/** Either the seconds up to now, by the clock of the gateway, or two fixed times. */
export type Range = { seconds: number } | { from: string; to: string };

/** Part of the traffic; all of it if empty. */
export interface TrafficPart {
  scope?: HistoryScope | undefined;
  name?: string | undefined;
  node?: string | undefined;
}

export interface HistoryQuestion extends TrafficPart {
  range: Range;
  measures: readonly string[];
  compare?: boolean;
}

const HOUR = 3600;
const DAY = 86_400;

/** Returns the refresh interval in milliseconds: a new point appears about as often. Fixed times do not change. */
export function refreshOf(range: Range): number | false {
  if (!('seconds' in range)) return false;
  if (range.seconds <= HOUR) return 10_000;
  return range.seconds <= DAY ? 60_000 : 300_000;
}

/** Totals are read less often than points, as they cover the whole range. */
function totalsRefreshOf(range: Range): number | false {
  const interval = refreshOf(range);
  return interval && Math.max(60_000, interval);
}

const queryOf = ({ range, measures, compare, scope, name, node }: HistoryQuestion) => ({
  ...range,
  measure: [...measures],
  ...(scope && scope !== 'all' ? { scope } : {}),
  ...(name ? { name } : {}),
  ...(node ? { node } : {}),
  ...(compare ? { compare: 'previous' as const } : {}),
});

export const historyQuery = (question: HistoryQuestion) =>
  queryOptions({
    queryKey: ['history', 'points', queryOf(question)],
    // The contract also has CSV, which is another Accept.
    queryFn: ({ signal }) =>
      take(
        api.GET('/history', { params: { query: queryOf(question) }, signal }),
      ) as Promise<History>,
    // The old chart stays while the next one loads, so that a zoom does not blink.
    placeholderData: keepPreviousData,
  });

/** Reads counters by period, again and again unless they are held. */
export const useHistory = (question: HistoryQuestion, held = false) =>
  useQuery({
    ...historyQuery(question),
    refetchInterval: held ? false : refreshOf(question.range),
    refetchOnWindowFocus: !held,
  });

export const useTotals = (question: Omit<HistoryQuestion, 'name' | 'compare'>) =>
  useQuery({
    queryKey: ['history', 'totals', queryOf(question)],
    queryFn: ({ signal }) =>
      take(
        api.GET('/history/totals', { params: { query: queryOf(question) }, signal }),
      ) as Promise<HistoryTotals>,
    placeholderData: keepPreviousData,
    refetchInterval: totalsRefreshOf(question.range),
  });

/** Returns the address of the same values as CSV. */
export const historyAddress = (question: HistoryQuestion): string =>
  csvAddress('/history', { ...question, compare: false });

export const totalsAddress = (question: HistoryQuestion): string =>
  csvAddress('/history/totals', { ...question, name: undefined, compare: false });

function csvAddress(path: string, question: HistoryQuestion): string {
  const values = new URLSearchParams();
  for (const [key, value] of Object.entries(queryOf(question))) {
    for (const each of Array.isArray(value) ? value : [value]) values.append(key, String(each));
  }
  values.append('format', 'csv');
  return `${API_BASE}${path}?${values}`;
}

/** Events and charts change together: a chart shows the events of its range. */
const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['history'] });
};

/** Adds a noted event, or replaces the one with the id. */
export function useNote() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: ({ id, event }: { id?: string | undefined; event: NewHistoryEvent }) =>
      id === undefined
        ? take(api.POST('/history/events', { params: { header: CSRF }, body: event }))
        : take(
            api.PUT('/history/events/{id}', {
              params: { header: CSRF, path: { id } },
              body: event,
            }),
          ),
    onSettled,
  });
}

export function useDeleteNote() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      take(api.DELETE('/history/events/{id}', { params: { header: CSRF, path: { id } } })),
    onSettled,
  });
}

const REPORTS = ['reports', 'list'];

export const useReports = () =>
  useQuery({
    queryKey: REPORTS,
    queryFn: ({ signal }) => takeAll((query) => api.GET('/reports', { params: { query }, signal })),
  });

/** A report never changes. */
export const useReport = (id: string) =>
  useQuery({
    queryKey: ['reports', 'one', id],
    queryFn: ({ signal }) => take(api.GET('/reports/{id}', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Makes a report. A refused one has no id, and is not in the list. */
export function useMakeReport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: ReportRequest) =>
      take(api.POST('/reports', { params: { header: CSRF }, body: request })),
    onSuccess: () => queries.invalidateQueries({ queryKey: REPORTS }),
  });
}

export const reportAddress = (id: string): string =>
  `${API_BASE}/reports/${encodeURIComponent(id)}`;
