import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { hasCode, ProblemError } from './api/client';
import { sessionQuery } from './api/session';

/** Cache of all data read from the gateway. Any response can show that the session has ended. */
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
        // The gateway would refuse a refused request again, so only a lost response is retried.
        retry: (failures, error) => !(error instanceof ProblemError) && failures < 2,
      },
    },
  });
  return queries;
}
