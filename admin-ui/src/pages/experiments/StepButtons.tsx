import { Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type Experiment,
  type ExperimentStep,
  useDeleteExperiment,
  useExperimentStep,
} from '~/api/experiments';
import { useWhyNot } from '~/api/session';
import { ConfirmDialog } from '~/parts/ConfirmDialog';
import { notify, notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { percent } from './words';

type Asked = ExperimentStep | 'delete';

const TEXTS: Record<Asked, { verb: string; title: string; about: string; done: string }> = {
  start: {
    verb: 'Start',
    title: 'Start the experiment?',
    about: 'Its plan does not change afterwards.',
    done: 'The experiment runs.',
  },
  pause: {
    verb: 'Pause',
    title: 'Pause the experiment?',
    about: 'Each client gets the configuration. After it resumes, each has its arm again.',
    done: 'The experiment is paused.',
  },
  resume: {
    verb: 'Resume',
    title: 'Resume the experiment?',
    about: 'Each client has the arm that it had.',
    done: 'The experiment runs again.',
  },
  stop: {
    verb: 'End',
    title: 'End the experiment?',
    about: 'Each client gets the configuration, and the counts stay. It cannot start again.',
    done: 'The experiment has ended.',
  },
  release: {
    verb: 'Release',
    title: 'Release the winner?',
    about: 'The configuration alone is in force again.',
    done: 'The configuration is in force again.',
  },
  delete: {
    verb: 'Delete',
    title: 'Delete the experiment?',
    about: 'Its counts are deleted with it. The audit trail stays.',
    done: 'The experiment is deleted.',
  },
};

/** The steps that the phase of the experiment allows. */
function stepsOf({ phase, applied }: Experiment): Asked[] {
  if (applied) return ['release'];
  switch (phase) {
    case 'draft':
      return ['delete', 'start'];
    case 'planned':
      return ['stop', 'start'];
    case 'running':
      return ['pause', 'stop'];
    case 'paused':
      return ['stop', 'resume'];
    default:
      return ['delete'];
  }
}

export function StepButtons({ experiment }: { experiment: Experiment }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const step = useExperimentStep();
  const remove = useDeleteExperiment();
  const navigate = useNavigate();
  const mayPublish = useWhyNot('publisher');
  const mayEdit = useWhyNot('editor');
  const seen = { id: experiment.id, etag: experiment.etag };
  const confirm = (what: Asked) => {
    const options = {
      onSuccess: (after: Experiment | undefined) => {
        notify(after?.phase === 'planned' ? 'The pre-period has begun.' : TEXTS[what].done);
        setAsked(null);
        if (what === 'delete') void navigate({ to: '/experiments' });
      },
      onError: (error: Error) => notifyFailure('Nothing was changed', sentence(error)),
    };
    if (what === 'delete') remove.mutate(seen, options);
    else step.mutate({ ...seen, step: what }, options);
  };
  return (
    <Group gap="sm">
      {stepsOf(experiment).map((each) => (
        <WhyNotButton
          key={each}
          variant={each === 'start' || each === 'resume' ? 'filled' : 'default'}
          whyNot={each === 'delete' ? mayEdit : mayPublish}
          onClick={() => setAsked(each)}
        >
          {TEXTS[each].verb}
        </WhyNotButton>
      ))}
      {asked && (
        <ConfirmDialog
          title={TEXTS[asked].title}
          confirm={TEXTS[asked].verb}
          danger={asked === 'delete'}
          busy={step.isPending || remove.isPending}
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(null)}
        >
          <Text size="sm">
            {TEXTS[asked].about}
            {asked === 'start' &&
              experiment.phase === 'draft' &&
              experiment.prePeriodMinutes > 0 &&
              ' Its pre-period begins now, in which all clients get the configuration. It starts by itself afterwards.'}
            {asked === 'start' &&
              (experiment.phase === 'planned' || experiment.prePeriodMinutes === 0) &&
              ` ${percent(experiment.share)} of the clients of ${experiment.sites.join(', ')} are in it from the next request on.`}
          </Text>
        </ConfirmDialog>
      )}
    </Group>
  );
}
