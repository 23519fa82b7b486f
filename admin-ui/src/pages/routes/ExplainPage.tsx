import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { explainQuery, type RouteTrial, useRoutes } from '~/api/routing';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { PageHead } from '~/parts/PageHead';
import { headersOf } from '~/text/headers';
import { DecisionView } from './DecisionView';
import { ExplainForm } from './ExplainForm';
import type { ExplainSearch } from './search';

const route = getRouteApi('/frame/routes/explain');

export function ExplainPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const listeners = useRoutes().data?.listeners.map(({ name }) => name) ?? [];
  const decision = useQuery(explainQuery(trialOf(search)));
  return (
    <>
      <PageHead
        title="Which route wins?"
        lead="Shows which route serves a request, and why each other one does not. The gateway's own router decides, but nothing is sent."
      />
      <div className="try-columns">
        <ExplainForm
          key={JSON.stringify(search)}
          search={search}
          listeners={listeners}
          busy={decision.isFetching}
          onAsk={(next) => {
            if (JSON.stringify(next) === JSON.stringify(search)) void decision.refetch();
            else void navigate({ search: next, resetScroll: false });
          }}
        />
        <Stack gap="md" aria-live="polite">
          {search.url === undefined ? (
            <EmptyPanel icon="routes" title="No request yet">
              Enter a URL. The address of this page contains your request, so that you can share it.
            </EmptyPanel>
          ) : (
            <LoadingPanel query={decision} what="the explanation">
              {(value) => <DecisionView decision={value} />}
            </LoadingPanel>
          )}
        </Stack>
      </div>
    </>
  );
}

function trialOf({ url, method, listener, headers }: ExplainSearch): RouteTrial | null {
  if (url === undefined) return null;
  const fields = headersOf(headers);
  return {
    url,
    ...(method ? { method } : {}),
    ...(listener ? { listener } : {}),
    ...(fields.length > 0 ? { headers: fields } : {}),
  };
}
