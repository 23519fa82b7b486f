import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ManifestChange } from '~/api/publications';

const SIGN = { added: '+', removed: '−', changed: '~' } as const;

interface Props {
  changes: readonly ManifestChange[];
  /** A button beside a change; none if it returns null. */
  action?: (change: ManifestChange) => ReactNode;
}

/** The changes in meaning, one line each. */
export function ChangeList({ changes, action }: Props) {
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing changes in meaning.
      </Text>
    );
  }
  return (
    <ul className="plain-list" aria-label="Changes in meaning">
      {changes.map((change) => (
        <li key={`${change.kind} ${change.rule} ${change.subject} ${change.detail}`}>
          <Group gap="sm" justify="space-between" wrap="nowrap">
            <Text size="sm">
              <span role="img" aria-label={change.kind}>
                {SIGN[change.kind]}
              </span>{' '}
              {change.rule !== '' && `${change.rule}: `}
              {change.subject}
              {change.detail !== '' && `: ${change.detail}`}
            </Text>
            {action?.(change)}
          </Group>
        </li>
      ))}
    </ul>
  );
}

/** Returns the rule that a change concerns; null for hosts and priorities. */
export function ruleOf({ rule, subject }: ManifestChange): string | null {
  if (rule !== '') return rule.replace(/, variant .*$/, '');
  return subject.startsWith('rule ') ? subject.slice('rule '.length) : null;
}
