import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCreateExperiment } from '~/api/experiments';
import { useWhyNot } from '~/api/session';
import { notify, notifyFailure } from '~/parts/notify';
import { PageHead } from '~/parts/PageHead';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { type Draft, designOf, EMPTY, missingOf } from './draft';
import { Planner } from './Planner';

export function NewExperimentPage() {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const create = useCreateExperiment();
  const navigate = useNavigate();
  const whyNot = useWhyNot('editor');
  const design = designOf(draft);
  const save = () => {
    if (design === null) return;
    create.mutate(design, {
      onSuccess: ({ id }) => {
        notify('The draft is saved. It has no effect before it starts.');
        void navigate({ to: '/experiments/$id', params: { id } });
      },
      onError: (error) => notifyFailure('The draft was not saved', sentence(error)),
    });
  };
  return (
    <>
      <PageHead
        title="New experiment"
        lead="The plan is fixed at the start: state what you expect, and the one metric that decides."
        actions={
          <WhyNotButton
            whyNot={whyNot ?? missingOf(draft)}
            loading={create.isPending}
            onClick={save}
          >
            Save draft
          </WhyNotButton>
        }
      />
      <Planner draft={draft} onChange={setDraft} design={design} />
    </>
  );
}
