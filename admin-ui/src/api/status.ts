import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas, take } from './client';

export type Status = Schemas['Status'];
export type Nodes = Schemas['Nodes'];
export type FleetNode = Schemas['FleetNode'];

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => take(api.GET('/status', { signal })),
  refetchInterval: 15_000,
});

export const useStatus = () => useQuery(statusQuery);
