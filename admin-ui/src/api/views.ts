import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { API_BASE, api, type Schemas, take } from './client';
import type { Range } from './history';
import { partOf, REFRESH, refreshOf, type ViewPart } from './timings';

export type PageView = Schemas['PageView'];
export type ViewWaterfall = Schemas['ViewWaterfall'];
export type WaterfallRow = Schemas['WaterfallRow'];
export type BrowserTimes = Schemas['BrowserTimes'];
export type GatewayTimes = Schemas['GatewayTimes'];

/** Page views that the screen lists. */
export interface ViewList extends ViewPart {
  outcome?: Schemas['ViewOutcome'] | undefined;
  /** EXPERIMENT:ARM. */
  arm?: string | undefined;
  order?: 'newest' | 'slowest' | undefined;
  /** Also those without a waterfall. */
  all: boolean;
  limit: number;
  offset?: number | undefined;
}

export const useViewList = (range: Range, list: ViewList) => {
  const { outcome, arm, order = 'newest', all, limit, offset = 0 } = list;
  const query = {
    ...range,
    ...partOf(list),
    ...(outcome ? { outcome } : {}),
    ...(arm ? { arm } : {}),
    ...(all ? {} : { waterfall: true }),
    order,
    limit,
    offset,
  };
  return useQuery({
    queryKey: ['views', query],
    queryFn: ({ signal }) => take(api.GET('/views', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: refreshOf(range),
  });
};

export const useView = (id: string) =>
  useQuery({
    queryKey: ['view', id],
    queryFn: ({ signal }) => take(api.GET('/views/{id}', { params: { path: { id } }, signal })),
  });

export const useWaterfall = (id: string) =>
  useQuery({
    queryKey: ['view', id, 'waterfall'],
    queryFn: ({ signal }) =>
      take(api.GET('/views/{id}/waterfall', { params: { path: { id } }, signal })),
    // One of the lanes may come a little later.
    refetchInterval: ({ state }) =>
      state.data && !(state.data.hasBrowser && state.data.hasGateway) ? REFRESH : false,
  });

/** Returns the address of the HTTP archive. */
export const viewArchive = (id: string): string =>
  `${API_BASE}/views/${encodeURIComponent(id)}/har`;
