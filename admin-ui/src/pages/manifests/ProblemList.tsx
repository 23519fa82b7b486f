import { Group, List, Text, UnstyledButton } from '@mantine/core';
import type { TextProblem } from '~/api/client';
import { Icon } from '~/parts/Icon';
import { Notice } from '~/parts/Notice';
import { plural } from '~/text/numbers';
import type { Checked } from './useValidation';

interface Props {
  checked: Checked;
  onJump?: (problem: TextProblem) => void;
}

/** Problems that the gateway found, with a link to the place of each. */
export function ProblemList({ checked, onJump }: Props) {
  const { problems, state } = checked;
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  return (
    <div aria-live="polite">
      {problems.length === 0 ? (
        <Group gap={8}>
          <span className={state === 'checked' ? 'good' : 'warn'}>
            <Icon name={state === 'checked' ? 'check' : 'history'} size={16} />
          </span>
          <Text size="sm" c="dimmed">
            {state === 'checked' && 'No problem found; it can be published.'}
            {state === 'checking' && 'Checking …'}
            {state === 'unknown' && 'The gateway could not be reached; the text is not checked.'}
          </Text>
        </Group>
      ) : (
        <Notice
          tone={errors > 0 ? 'bad' : 'warn'}
          title={
            errors > 0
              ? `${plural(errors, 'error')} to fix before it can be published`
              : plural(problems.length, 'warning')
          }
        >
          <List size="sm" spacing={4} listStyleType="none">
            {problems.map((problem) => (
              <List.Item key={`${problem.line}:${problem.column}:${problem.message}`}>
                <Line problem={problem} onJump={onJump} />
              </List.Item>
            ))}
          </List>
        </Notice>
      )}
    </div>
  );
}

function Line({ problem, onJump }: { problem: TextProblem; onJump: Props['onJump'] }) {
  const text = `${problem.severity === 'warning' ? 'Warning: ' : ''}${problem.message}`;
  if (problem.line === 0) return <span className="wrap">{text}</span>;
  const place = `Line ${problem.line}, column ${problem.column}`;
  if (!onJump) {
    return (
      <span className="wrap">
        {place}: {text}
      </span>
    );
  }
  return (
    <UnstyledButton className="jump wrap" onClick={() => onJump(problem)}>
      <span className="place">{place}</span>: {text}
    </UnstyledButton>
  );
}
