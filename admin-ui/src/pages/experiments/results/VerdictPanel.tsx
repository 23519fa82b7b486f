import { Group, Text } from '@mantine/core';
import type { ExperimentResults, ExperimentVerdict } from '~/api/analysis';
import { Panel } from '~/parts/Panel';
import { Tag } from '~/parts/Tag';
import { plural } from '~/text/numbers';

type Look = { icon: 'check' | 'cross' | 'skip' | 'history' | 'warning'; label: string };
type Tone = 'good' | 'bad' | 'plain' | 'accent';

const LOOKS: Record<ExperimentVerdict['kind'], Look & { tone: Tone }> = {
  better: { icon: 'check', label: 'better', tone: 'good' },
  worse: { icon: 'cross', label: 'worse', tone: 'bad' },
  'no-difference': { icon: 'skip', label: 'no difference shown', tone: 'plain' },
  undecided: { icon: 'history', label: 'undecided', tone: 'accent' },
  'not-enough': { icon: 'history', label: 'not enough yet', tone: 'plain' },
  stopped: { icon: 'warning', label: 'stopped by guardrails', tone: 'bad' },
  blocked: { icon: 'warning', label: 'blocked', tone: 'bad' },
};

/** The sentence that answers the question, with the number of visitors behind it and the next step. */
export function VerdictPanel({ results }: { results: ExperimentResults }) {
  const { verdict, headline, rule } = results;
  const noun = headline.counted === 'network' ? 'client network' : 'visitor';
  return (
    <Panel title="Verdict" aside={<Tag {...LOOKS[verdict.kind]} />}>
      <Text className="reading" fw={600}>
        {verdict.sentence}
      </Text>
      <Text className="reading">{verdict.hint}</Text>
      <Group gap="lg">
        <Text size="sm" c="dimmed">
          {plural(verdict.visitors, noun)} behind it
        </Text>
        {verdict.basis !== null && (
          <Text size="sm" c="dimmed">
            {verdict.basis === 'sequence'
              ? 'Decided by the always-valid interval'
              : 'Decided by the interval of the planned end'}
          </Text>
        )}
        {!results.isFinal && (
          <Text size="sm" c="dimmed">
            The verdict holds at each look. The 95% intervals below do not.
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed" className="reading">
        {rule.sentence}
        {rule.plannedUnits > 0 && ` The plan is ${plural(rule.plannedUnits, noun)} in each arm.`}
      </Text>
    </Panel>
  );
}
