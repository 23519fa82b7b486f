import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { manifestQuery } from '~/api/manifests';
import { planQuery } from '~/api/plan';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { PageHead } from '~/parts/PageHead';
import { PlanView } from './PlanView';
import { requestOf } from './question';
import { TryForm } from './TryForm';

const route = getRouteApi('/frame/try-it');

export function TryItPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const draft = useQuery({
    ...manifestQuery(search.draft ?? ''),
    enabled: search.draft !== undefined,
  });
  const isWaitingForDraft =
    search.draft !== undefined && draft.data === undefined && !draft.isError;
  const request = isWaitingForDraft ? null : requestOf(search, draft.data?.draft.text);
  const plan = useQuery(planQuery(request));
  return (
    <>
      <PageHead
        title="Try it"
        lead="Shows what the gateway would send ahead for one request. It runs the real decision but sends nothing."
      />
      <div className="try-columns">
        <TryForm
          key={JSON.stringify(search)}
          search={search}
          busy={plan.isFetching}
          onAsk={(next) => {
            if (JSON.stringify(next) === JSON.stringify(search)) void plan.refetch();
            else void navigate({ search: next, resetScroll: false });
          }}
        />
        <Stack gap="md" aria-live="polite">
          {search.url === undefined ? (
            <EmptyPanel icon="tryIt" title="No request yet">
              Enter the address of a page and show its plan. The address of this page contains your
              request, so that you can share it.
            </EmptyPanel>
          ) : (
            <LoadingPanel query={plan} what="the plan">
              {(value) => <PlanView plan={value} search={search} />}
            </LoadingPanel>
          )}
        </Stack>
      </div>
    </>
  );
}
