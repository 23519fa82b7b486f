import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, CSRF, type Schemas, take } from './client';

export type Plan = Schemas['Plan'];
export type PlanCandidate = Schemas['PlanCandidate'];
export type PlanRequest = Schemas['PlanRequest'];

/** A dry run changes nothing, so it is a query: the same request has the same plan until a publication. */
export const planQuery = (request: PlanRequest | null) =>
  queryOptions({
    queryKey: ['plan', request],
    queryFn: ({ signal }) =>
      take(
        api.POST('/plan', {
          params: { header: CSRF },
          body: request as PlanRequest,
          signal,
        }),
      ),
    enabled: request !== null,
    staleTime: 0,
    retry: false,
    placeholderData: request === null ? undefined : keepPreviousData,
  });
