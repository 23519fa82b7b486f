import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useId } from 'react';
import { Icon } from '~/parts/Icon';
import { AssetRow } from './AssetRow';
import type { MatchKind, RuleView } from './document';
import { addAsset, moveRule, removeRule, setMatch } from './edits';
import { Kept } from './Kept';
import { NotShown } from './NotShown';
import { OrderButtons } from './OrderButtons';
import { RuleLimits } from './RuleLimits';

interface Props {
  rule: RuleView | null;
  index: number;
  last: number;
  text: string;
  errors: ReadonlyMap<string, string>;
  onChange: (text: string) => void;
  onShowText: () => void;
}

export function RuleCard({ rule, index, last, text, errors, onChange, onShowText }: Props) {
  const id = useId();
  const name = `rule ${index + 1}`;
  return (
    <section className="panel" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} id={id}>
            Rule {index + 1}
          </Title>
          <OrderButtons
            name={name}
            first={index === 0}
            last={index === last}
            onMove={(by) => onChange(moveRule(text, index, by))}
            onRemove={() => onChange(removeRule(text, index))}
          />
        </Group>
        {rule === null ? (
          <NotShown what={name} onShowText={onShowText} />
        ) : (
          <>
            <Match
              rule={rule}
              index={index}
              text={text}
              errors={errors}
              onChange={onChange}
              onShowText={onShowText}
            />
            <RuleLimits rule={rule} index={index} text={text} errors={errors} onChange={onChange} />
            {rule.assets.length === 0 && (
              <Text size="sm" c="dimmed">
                No asset yet; this rule sends nothing.
              </Text>
            )}
            {rule.assets.map((asset, place) => (
              <AssetRow
                // biome-ignore lint/suspicious/noArrayIndexKey: an asset has no other identity than its place in the text.
                key={place}
                asset={asset}
                rule={index}
                index={place}
                last={rule.assets.length - 1}
                text={text}
                errors={errors}
                onChange={onChange}
                onShowText={onShowText}
              />
            ))}
            <Group>
              <Button
                size="xs"
                variant="default"
                leftSection={<Icon name="plus" size={15} />}
                onClick={() => onChange(addAsset(text, index))}
              >
                Add asset to rule {index + 1}
              </Button>
            </Group>
            <Kept keys={rule.kept} />
          </>
        )}
      </Stack>
    </section>
  );
}

type MatchProps = Omit<Props, 'rule' | 'last'> & { rule: RuleView };

function Match({ rule, index, text, errors, onChange, onShowText }: MatchProps) {
  if (rule.match === null)
    return <NotShown what={`the match of rule ${index + 1}`} onShowText={onShowText} />;
  const { kind, value } = rule.match;
  const at = `rules.${index}.match`;
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <NativeSelect
        label="Pages by"
        w={150}
        value={kind}
        onChange={(event) =>
          onChange(setMatch(text, index, event.currentTarget.value as MatchKind, value))
        }
        data={[
          { value: 'path', label: 'Path' },
          { value: 'regex', label: 'Expression' },
        ]}
      />
      <TextInput
        label={kind === 'path' ? 'Path of the page' : 'Expression (RE2)'}
        description={
          kind === 'path' ? '* stands for any characters, slashes included' : 'Matches the path'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        flex={1}
        spellCheck={false}
        value={value}
        error={errors.get(`${at}.${kind}`) ?? errors.get(at)}
        onChange={(event) => onChange(setMatch(text, index, kind, event.currentTarget.value))}
      />
    </Group>
  );
}
