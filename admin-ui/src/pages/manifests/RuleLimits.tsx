import { Group, TextInput } from '@mantine/core';
import type { RuleKey, RuleView } from './document';
import { setRule } from './edits';

interface Props {
  rule: RuleView;
  index: number;
  text: string;
  errors: ReadonlyMap<string, string>;
  onChange: (text: string) => void;
}

/** Fields that limit a rule to requests and to a period. */
export function RuleLimits({ rule, index, text, errors, onChange }: Props) {
  const field = (key: RuleKey) => ({
    value: rule.fields[key] ?? '',
    error: errors.get(`rules.${index}.${key}`),
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(setRule(text, index, key, event.currentTarget.value)),
  });
  return (
    <Group gap="sm" align="flex-start">
      <TextInput
        label="Only when (CEL)"
        placeholder="!save_data && 'plan' in cookies"
        flex={2}
        miw={220}
        {...field('when')}
      />
      <TextInput
        label="From"
        placeholder="2026-12-01T00:00:00Z"
        flex={1}
        miw={180}
        {...field('from')}
      />
      <TextInput
        label="Until"
        placeholder="2026-12-24T18:00:00Z"
        flex={1}
        miw={180}
        {...field('until')}
      />
    </Group>
  );
}
