import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { hasCode, ProblemError } from './api/client';
import { sessionQuery } from './api/session';

/** The cache of everything read from the gateway. A session that is over shows itself in any answer. */
export function createQueries(): QueryClient {
  const notice = (error: unknown) => {
    if (hasCode(error, 'unauthenticated')) queries.setQueryData(sessionQuery.queryKey, null);
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        // What the gateway refused once it will refuse again; only a lost answer is worth asking for again.
        retry: (failures, error) => !(error instanceof ProblemError) && failures < 2,
      },
    },
  });
  return queries;
}
