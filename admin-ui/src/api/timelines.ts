import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { API_BASE, api, CSRF, type Schemas, take } from './client';

export type Timeline = Schemas['Timeline'];
export type TimelineState = Schemas['TimelineState'];
export type TimelineDetail = Schemas['TimelineDetail'];
export type TimelineStream = Schemas['TimelineStream'];
export type TimelineEvent = Schemas['TimelineEvent'];
export type TimelineWatch = Schemas['TimelineWatch'];

/** Largest page size of the contract. */
const PAGE = 1000;

/** Refresh interval in milliseconds, as connections open and close while the page is open. */
const REFRESH = 5000;

/** Refresh interval of one timeline: the user has loaded a page and waits for it to appear. */
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
    // An ended timeline no longer changes.
    refetchInterval: ({ state }) =>
      state.data === undefined || isLive(state.data.timeline) ? REFRESH_ONE : false,
  });

const isLive = ({ state }: Timeline): boolean => state === 'waiting' || state === 'recording';

export const useTimelines = () => useQuery(timelinesQuery);
export const useTimeline = (id: string) => useQuery(timelineQuery(id));

/** Returns the address of the HTTP archive. */
export const archiveAddress = (id: string): string =>
  `${API_BASE}/timelines/${encodeURIComponent(id)}/har`;

/** Starts the recording of the next connection that matches. */
export function useWatch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (watch: TimelineWatch) =>
      take(api.POST('/timelines', { params: { header: CSRF }, body: watch })),
    onSettled: () => queries.invalidateQueries({ queryKey: timelinesQuery.queryKey }),
  });
}

/** Stops recording or waiting, and deletes the timeline. */
export function useForget() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      take(api.DELETE('/timelines/{id}', { params: { header: CSRF, path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: timelinesQuery.queryKey }),
  });
}
