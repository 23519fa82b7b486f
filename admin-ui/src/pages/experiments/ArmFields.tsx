import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { ExperimentFactor } from '~/api/experiments';
import { Icon } from '~/parts/Icon';
import type { DraftArm } from './draft';
import { idOf, VALUES } from './words';

interface Props {
  factor: ExperimentFactor;
  arms: DraftArm[];
  onChange: (next: DraftArm[]) => void;
}

/** Most arms of the contract. */
const MOST = 8;

/** The arms of a design. The first one is the control arm. */
export function ArmFields({ factor, arms, onChange }: Props) {
  const choices = VALUES[factor];
  const change = (at: number, part: Partial<DraftArm>) =>
    onChange(arms.map((arm, i) => (i === at ? { ...arm, ...part } : arm)));
  return (
    <Stack gap="xs">
      {arms.map((arm, i) => (
        // An arm is known by its place only: names change while they are typed.
        // biome-ignore lint/suspicious/noArrayIndexKey: an arm has no other identity
        <Group key={i} gap="sm" align="flex-end" wrap="nowrap">
          <TextInput
            label={i === 0 ? 'Control arm' : `Arm ${i + 1}`}
            maxLength={40}
            value={arm.name}
            onChange={(event) => change(i, { name: idOf(event.currentTarget.value) })}
          />
          {factor !== 'none' &&
            (choices ? (
              <NativeSelect
                aria-label={`Value of arm ${i + 1}`}
                data={choices}
                value={arm.value}
                onChange={(event) => change(i, { value: event.currentTarget.value })}
              />
            ) : (
              <TextInput
                aria-label={`Value of arm ${i + 1}`}
                placeholder={factor === 'compression' ? 'on, off, or br,gzip' : 'name'}
                value={arm.value}
                onChange={(event) => change(i, { value: event.currentTarget.value.trim() })}
              />
            ))}
          <TextInput
            label={i === 0 ? 'Weight' : undefined}
            aria-label={`Weight of arm ${i + 1}`}
            inputMode="numeric"
            maw={80}
            value={arm.weight}
            error={/^\d{1,4}$/.test(arm.weight) ? undefined : '1 to 1000'}
            onChange={(event) => change(i, { weight: event.currentTarget.value.trim() })}
          />
          {arms.length > 2 && (
            <Button
              variant="subtle"
              aria-label={`Remove arm ${i + 1}`}
              onClick={() => onChange(arms.filter((_, at) => at !== i))}
            >
              <Icon name="remove" size={16} />
            </Button>
          )}
        </Group>
      ))}
      {arms.length < MOST && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() =>
              onChange([
                ...arms,
                {
                  name: `arm-${arms.length + 1}`,
                  value: choices?.find((each) => arms.every((arm) => arm.value !== each)) ?? '',
                  weight: '1',
                },
              ])
            }
          >
            Add an arm
          </Button>
        </Group>
      )}
    </Stack>
  );
}
