import { List, Text } from '@mantine/core';
import type { Experiment, ExperimentCounts } from '~/api/experiments';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { Tag } from '~/parts/Tag';
import { count, decimal } from '~/text/numbers';

/** Says whether the figures can be trusted: the sizes of the groups, the exposure, and the guardrails. */
export function HealthPanel({
  experiment,
  counts,
}: {
  experiment: Experiment;
  counts: ExperimentCounts;
}) {
  const { sampleRatio } = counts;
  const stopped = experiment.arms.filter((arm) => arm.stopped !== null);
  return (
    <Panel
      title="Health"
      aside={
        <Tag
          icon={sampleRatio.mismatch || stopped.length > 0 ? 'warning' : 'check'}
          label={sampleRatio.mismatch || stopped.length > 0 ? 'Look here first' : 'Sound'}
          tone={sampleRatio.mismatch || stopped.length > 0 ? 'bad' : 'good'}
        />
      }
    >
      {sampleRatio.mismatch && (
        <Notice tone="bad" title="The groups have wrong sizes">
          By chance, this happens once in {oneIn(sampleRatio.p)} experiments. Something prefers one
          arm: find it before you read any other figure.
        </Notice>
      )}
      {stopped.map((arm) => (
        <Notice key={arm.name} tone="bad" title={`A guardrail stopped the arm ${arm.name}`}>
          {arm.stopped}
        </Notice>
      ))}
      <List size="sm">
        <List.Item>Sizes of the groups: {ratioText(experiment, sampleRatio)}</List.Item>
        <List.Item>Exposure: {exposureText(experiment, counts)}</List.Item>
        <List.Item>
          Guardrails:{' '}
          {counts.breaches.length === 0
            ? 'none is crossed.'
            : counts.breaches.map(({ arm, reason }) => `${arm}: ${reason}`).join('; ')}
        </List.Item>
      </List>
      <Text size="xs" c="dimmed" className="reading">
        The groups are compared by a chi-squared test on distinct{' '}
        {experiment.unit === 'network' ? 'networks' : 'visitors'}, not on page views.
      </Text>
    </Panel>
  );
}

const oneIn = (p: number | null): string => (p === null || p <= 0 ? 'a billion' : count(1 / p));

function ratioText(experiment: Experiment, ratio: ExperimentCounts['sampleRatio']): string {
  if (ratio.p === null) return 'too few visitors yet for a judgement.';
  const parts = experiment.arms.map((arm, i) => {
    const expected = ratio.expected[i] ?? null;
    const counted = `${arm.name} ${count(ratio.counted[i] ?? 0)}`;
    return expected === null
      ? `${counted} until it was stopped, not judged`
      : `${counted} of ${decimal(expected)} expected`;
  });
  return `${parts.join(', ')}; p = ${ratio.p.toPrecision(2)}.`;
}

/** Returns the share of page views that came over the protocol of their arm. */
function exposureText({ factor, arms }: Experiment, { arms: counted }: ExperimentCounts): string {
  if (factor !== 'protocol') return 'each request of an arm gets the value of its arm.';
  return `${arms
    .map((arm) => {
      const { got, views } = counted.find((each) => each.arm === arm.name) ?? {
        got: { h1: 0, h2: 0, h3: 0 },
        views: 0,
      };
      const own = got[arm.value as 'h1' | 'h2' | 'h3'] ?? 0;
      return `${arm.name} ${views === 0 ? 'none' : `${decimal((own / views) * 100)}%`}`;
    })
    .join(', ')} of page views over the protocol of the arm.`;
}
