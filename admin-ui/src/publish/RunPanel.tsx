import { Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useLive } from '~/api/live';
import { type Run, useEnd, useRuns } from '~/api/publications';
import { useWhyNot } from '~/api/session';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { Tag } from '~/parts/Tag';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { count } from '~/text/numbers';
import { moment } from '~/text/times';

const STATES: Record<Run['state'], string> = {
  scheduled: 'Waits for its time',
  canary: 'On some gateways',
  done: 'In force',
  undone: 'Undone',
  cancelled: 'Cancelled',
  failed: 'Not put in force',
};

/** The newest publication of a manifest: its progress by gateway, live, with promote and undo. */
export function RunPanel({ manifest, inForce }: { manifest: string; inForce: number | null }) {
  const runs = useRuns(manifest);
  const { publications, snapshot } = useLive();
  const live = publications?.running.find((run) => run.manifest === manifest);
  const { refetch } = runs;
  const mark = `${live?.id ?? ''} ${snapshot?.revision ?? ''} ${snapshot?.nodes.effective ?? ''}`;
  // The stream has the running ones only. When one ends, or nodes follow, the list has the result.
  useEffect(() => {
    if (mark !== '  ') void refetch();
  }, [mark, refetch]);
  const newest = live ?? runs.data?.items[0];
  return newest === undefined ? null : <RunView run={newest} inForce={inForce} />;
}

function RunView({ run, inForce }: { run: Run; inForce: number | null }) {
  const end = useEnd();
  const notPublisher = useWhyNot('publisher');
  const isRunning = run.state === 'scheduled' || run.state === 'canary';
  const isUndoable = isRunning || (run.state === 'done' && run.revision === inForce);
  return (
    <Panel
      title={run.revision === null ? 'Scheduled publication' : `Revision ${run.revision}`}
      aside={
        <Tag
          icon="history"
          label={STATES[run.state]}
          tone={run.state === 'failed' ? 'bad' : 'plain'}
        />
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          By {run.author}, {moment(run.createdAt)}
          {run.comment !== '' && `: ${run.comment}`}
        </Text>
        {run.dueAt !== null && isRunning && (
          <Text size="sm">
            {run.state === 'canary' ? 'Ends' : 'Due'} {moment(run.dueAt)}
          </Text>
        )}
        {run.reason !== '' && <Text size="sm">{run.reason}</Text>}
        {run.state !== 'scheduled' && run.state !== 'cancelled' && <Progress run={run} />}
        {run.canary && <Figures canary={run.canary} />}
        {end.isError && (
          <Notice tone="bad" urgent title="Not changed">
            {sentence(end.error)}
          </Notice>
        )}
        <Group gap="sm" justify="flex-end">
          {isRunning && (
            <WhyNotButton
              variant="default"
              whyNot={notPublisher}
              loading={end.isPending}
              onClick={() => end.mutate({ id: run.id, how: 'promote', reason: '' })}
            >
              {run.state === 'canary' ? 'Promote to all gateways' : 'Publish now'}
            </WhyNotButton>
          )}
          {isUndoable && (
            <WhyNotButton
              variant="default"
              whyNot={notPublisher}
              loading={end.isPending}
              onClick={() => end.mutate({ id: run.id, how: 'undo', reason: '' })}
            >
              {run.state === 'scheduled' ? 'Cancel' : 'Undo'}
            </WhyNotButton>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}

function Progress({ run }: { run: Run }) {
  return (
    <>
      <div role="status">
        <Text fw={600}>
          Effective on {run.nodes.effective} of {run.nodes.total} gateways
        </Text>
      </div>
      <ul className="plain-list" aria-label="Gateways">
        {run.progress.map((node) => (
          <li key={node.id}>
            <Text size="sm">
              {node.name}:{' '}
              {node.gone ? 'gone' : node.runs ? 'runs it' : `revision ${node.revision}`}
              {node.canary && ', canary'}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}

function Figures({ canary }: { canary: NonNullable<Run['canary']> }) {
  const line = (label: string, figures: typeof canary.canary) =>
    figures && (
      <Text size="sm">
        {label}: {count(figures.requests)} requests, {count(figures.serverErrors)} with 5xx
        {figures.p95Micros >= 0 && `, p95 ${count(figures.p95Micros / 1000)} ms`}
      </Text>
    );
  return (
    <div>
      {line('Canary', canary.canary)}
      {line('Others', canary.rest)}
      <Text size="sm" c="dimmed">
        {canary.sentence}
      </Text>
    </div>
  );
}
