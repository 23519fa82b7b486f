import { Checkbox, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type Experiment,
  type ExperimentOutcome,
  useDecideExperiment,
  useExperimentOutcome,
} from '~/api/experiments';
import { useWhyNot } from '~/api/session';
import { Notice } from '~/parts/Notice';
import { notify, notifyFailure } from '~/parts/notify';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';

/** Records the winner, and makes it the configuration: at once by an override, lastingly by a change of the file. */
export function DecisionPanel({ experiment }: { experiment: Experiment }) {
  const [winner, setWinner] = useState(experiment.winner ?? '');
  const [reason, setReason] = useState('');
  const [applies, setApplies] = useState(true);
  const outcome = useExperimentOutcome(experiment.id, winner);
  const decide = useDecideExperiment();
  const whyNot = useWhyNot('publisher');
  return (
    <Panel title="Decision">
      <Stack gap="sm" maw={640}>
        <NativeSelect
          label="Winner"
          data={[
            { value: '', label: 'None: the configuration stays' },
            ...experiment.arms.map((arm) => ({
              value: arm.name,
              label: arm.value ? `${arm.name} (${arm.value})` : arm.name,
            })),
          ]}
          value={winner}
          onChange={(event) => setWinner(event.currentTarget.value)}
        />
        <TextInput
          label="Reason"
          description="It is kept with the experiment and in the audit trail"
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {winner !== '' && outcome.data && (
          <>
            <Checkbox
              label="Give the winner to all clients now"
              description={outcome.data.effect}
              checked={applies}
              onChange={(event) => setApplies(event.currentTarget.checked)}
            />
            <Changes outcome={outcome.data} />
          </>
        )}
        {outcome.isError && <Notice tone="bad">{sentence(outcome.error)}</Notice>}
        <Group>
          <WhyNotButton
            whyNot={whyNot}
            loading={decide.isPending}
            onClick={() =>
              decide.mutate(
                {
                  id: experiment.id,
                  etag: experiment.etag,
                  decision: {
                    ...(winner ? { winner, apply: applies } : {}),
                    ...(reason.trim() ? { reason: reason.trim() } : {}),
                  },
                },
                {
                  onSuccess: () => notify('The decision is recorded.'),
                  onError: (error) => notifyFailure('Nothing was changed', sentence(error)),
                },
              )
            }
          >
            {winner !== '' && applies ? 'Make the winner the configuration' : 'Record the decision'}
          </WhyNotButton>
        </Group>
      </Stack>
    </Panel>
  );
}

/** The lines to change in the files, so that the winner lasts without the override. */
function Changes({ outcome: { changes } }: { outcome: ExperimentOutcome }) {
  if (changes.length === 0) {
    return (
      <Text size="sm">The configuration is like this arm already. No file needs a change.</Text>
    );
  }
  return (
    <Notice tone="info" title="To make it last, change these lines and reload">
      <Stack gap={4}>
        {changes.map((change) => (
          <Text key={change.key + change.after} size="sm" className="wrap">
            <span className="mono">
              {change.file}
              {change.line > 0 ? `:${change.line}` : ''}
            </span>{' '}
            {change.key !== '' && <Code>{change.key}</Code>}: {change.before ?? 'not stated'} →{' '}
            <Code>{change.after}</Code> {change.note}
          </Text>
        ))}
      </Stack>
    </Notice>
  );
}
