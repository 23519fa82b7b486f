import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Experiment, useEditExperiment, useExperiment } from '~/api/experiments';
import { useWhyNot } from '~/api/session';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { notify, notifyFailure } from '~/parts/notify';
import { PageHead } from '~/parts/PageHead';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { type Draft, designOf, draftOf, missingOf } from './draft';
import { ManagedPlan } from './ManagedPlan';
import { Planner } from './Planner';

/** Changes the plan of a draft. After the start, a plan is fixed. */
export function EditExperimentPage() {
  const { id } = useParams({ from: '/frame/experiments/$id/edit' });
  const query = useExperiment(id);
  return (
    <LoadingPanel query={query} what="the experiment">
      {(experiment) => <Editor key={experiment.id} experiment={experiment} />}
    </LoadingPanel>
  );
}

function Editor({ experiment }: { experiment: Experiment }) {
  // The version that the user has begun with: a later change of another user must not be lost.
  const [begun] = useState(experiment);
  const [draft, setDraft] = useState<Draft>(() => draftOf(experiment));
  const edit = useEditExperiment();
  const navigate = useNavigate();
  const whyNot = useWhyNot('editor');
  const plan = designOf(draft);
  const design = plan && { ...plan, id: begun.id };
  const reason =
    experiment.managedBy !== null
      ? 'A file decides this plan'
      : experiment.phase === 'draft'
        ? missingOf(draft)
        : 'It has started, so its plan is fixed';
  return (
    <>
      <PageHead
        title={`Plan of ${begun.title}`}
        actions={
          <WhyNotButton
            whyNot={whyNot ?? reason}
            loading={edit.isPending}
            onClick={() =>
              design &&
              edit.mutate(
                { design, etag: begun.etag },
                {
                  onSuccess: () => {
                    notify('The plan is changed.');
                    void navigate({ to: '/experiments/$id', params: { id: begun.id } });
                  },
                  onError: (error) => notifyFailure('The plan was not changed', sentence(error)),
                },
              )
            }
          >
            Save draft
          </WhyNotButton>
        }
      />
      {experiment.managedBy !== null && <ManagedPlan place={experiment.managedBy} />}
      <Planner draft={draft} onChange={setDraft} design={design} />
    </>
  );
}
