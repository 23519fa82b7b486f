import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { API_BASE, api, CSRF, type Schemas, take } from './client';

export type Timeline = Schemas['Timeline'];
export type TimelineState = Schemas['TimelineState'];
export type TimelineDetail = Schemas['TimelineDetail'];
export type TimelineStream = Schemas['TimelineStream'];
export type TimelineEvent = Schemas['TimelineEvent'];
export type TimelineWatch = Schemas['TimelineWatch'];

/** The contract's largest page. */
const PAGE = 1000;

/** Connections open and close while the page is open. */
const REFRESH = 5000;

/** The user has just loaded a page and waits for it to appear. */
const REFRESH_ONE = 2000;

export const timelinesQuery = queryOptions({
  queryKey: ['timelines', 'list'],
  queryFn: ({ signal }) =>
    take(api.GET('/timelines', { params: { query: { limit: PAGE } }, signal })),
  refetchInterval: REFRESH,
});

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['timelines', 'one', id],
    queryFn: ({ signal }) => take(api.GET('/timelines/{id}', { params: { path: { id } }, signal })),
    // What has ended changes no more.
    refetchInterval: ({ state }) =>
      state.data === undefined || isLive(state.data.timeline) ? REFRESH_ONE : false,
  });

const isLive = ({ state }: Timeline): boolean => state === 'waiting' || state === 'recording';

export const useTimelines = () => useQuery(timelinesQuery);
export const useTimeline = (id: string) => useQuery(timelineQuery(id));

/** Where the browser downloads the HTTP archive from. */
export const archiveAddress = (id: string): string =>
  `${API_BASE}/timelines/${encodeURIComponent(id)}/har`;

/** Has the next connection recorded that fits. */
export function useWatch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (watch: TimelineWatch) =>
      take(api.POST('/timelines', { params: { header: CSRF }, body: watch })),
    onSettled: () => queries.invalidateQueries({ queryKey: timelinesQuery.queryKey }),
  });
}

/** Stops recording, or waiting, and forgets it. */
export function useForget() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      take(api.DELETE('/timelines/{id}', { params: { header: CSRF, path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: timelinesQuery.queryKey }),
  });
}
