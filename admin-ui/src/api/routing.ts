import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, CSRF, type Schemas, take, takeAll } from './client';

export type Route = Schemas['Route'];
export type RoutePage = Schemas['RoutePage'];
export type RouteTrial = Schemas['RouteTrial'];
export type RouteDecision = Schemas['RouteDecision'];
export type Upstream = Schemas['Upstream'];
export type UpstreamServer = Schemas['UpstreamServer'];
export type ServerSource = Schemas['ServerSource'];
export type ServerState = Schemas['ServerState'];
export type GoneServer = Schemas['GoneServer'];
export type ServerOverride = Schemas['ServerOverride'];
export type Plugin = Schemas['Plugin'];
export type ResponseCache = Schemas['ResponseCache'];
export type KindCount = Schemas['KindCount'];

/** Refresh interval of routes in milliseconds: their problems change with the state of servers. */
const REFRESH_ROUTES = 5000;

/** Refresh interval of upstreams: an operator watches a server while it drains. */
const REFRESH_UPSTREAMS = 2000;

export const routesQuery = queryOptions({
  queryKey: ['routes'],
  queryFn: ({ signal }) => takeAll((query) => api.GET('/routes', { params: { query }, signal })),
  refetchInterval: REFRESH_ROUTES,
});

export const upstreamsQuery = queryOptions({
  queryKey: ['upstreams'],
  queryFn: ({ signal }) => takeAll((query) => api.GET('/upstreams', { params: { query }, signal })),
  refetchInterval: REFRESH_UPSTREAMS,
});

/** Plug-ins change with a reload only, and their counters are of no urgency. */
export const pluginsQuery = queryOptions({
  queryKey: ['plugins'],
  queryFn: ({ signal }) => take(api.GET('/plugins', { signal })),
  refetchInterval: REFRESH_ROUTES,
});

/** The response cache of this node, with counters since its start. */
export const cacheQuery = queryOptions({
  queryKey: ['cache'],
  queryFn: ({ signal }) => take(api.GET('/cache', { signal })),
  refetchInterval: REFRESH_ROUTES,
});

export const useCache = () => useQuery(cacheQuery);
export const usePlugins = () => useQuery(pluginsQuery);
export const useRoutes = () => useQuery(routesQuery);
export const useUpstreams = () => useQuery(upstreamsQuery);

/** An explanation changes nothing, so it is a query: the same request has the same route until a reload. */
export const explainQuery = (request: RouteTrial | null) =>
  queryOptions({
    queryKey: ['explain', request],
    queryFn: ({ signal }) =>
      take(
        api.POST('/routes:explain', {
          params: { header: CSRF },
          body: request as RouteTrial,
          signal,
        }),
      ),
    enabled: request !== null,
    staleTime: 0,
    retry: false,
    placeholderData: request === null ? undefined : keepPreviousData,
  });

export type ServerDecision = 'drain' | 'eject' | 'enable';

/** Puts an operator's decision on a server in force. */
export function useServerDecision() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({
      upstream,
      server,
      etag,
      decision,
      reason,
    }: {
      upstream: string;
      server: string;
      /** ETag of the decision that the user has seen. */
      etag: string;
      decision: ServerDecision;
      reason: string;
    }) => {
      const options = {
        params: { header: { ...CSRF, 'If-Match': etag }, path: { name: upstream, id: server } },
        body: reason === '' ? {} : { reason },
      };
      if (decision === 'drain') {
        return take(api.POST('/upstreams/{name}/servers/{id}:drain', options));
      }
      return take(
        decision === 'eject'
          ? api.POST('/upstreams/{name}/servers/{id}:eject', options)
          : api.POST('/upstreams/{name}/servers/{id}:enable', options),
      );
    },
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => ['upstreams', 'routes'].includes(String(queryKey[0])),
      }),
  });
}
