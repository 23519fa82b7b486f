import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { Panel } from '~/parts/Panel';
import { type DraftGuardrails, guardrailsOf } from './draft';

interface Props {
  bounds: DraftGuardrails;
  onChange: (next: DraftGuardrails) => void;
}

const FIELDS: [keyof DraftGuardrails, string][] = [
  ['serverErrors', '5xx, percentage points more'],
  ['p95', 'First byte p95, times as long'],
  ['waste', 'Wasted bytes, percentage points more'],
  ['connections', 'Connections for each page view, times as many'],
  ['minRequests', 'Least requests of an arm'],
  ['minNetworks', 'Least networks of an arm'],
];

/** The bounds at which an arm is stopped. */
export function GuardrailFields({ bounds, onChange }: Props) {
  const isWrong = (field: keyof DraftGuardrails): boolean =>
    guardrailsOf({ ...SOUND, [field]: bounds[field] }) === null;
  return (
    <Panel title="Guardrails">
      <SimpleGrid cols={2} spacing="sm">
        {FIELDS.map(([field, label]) => (
          <TextInput
            key={field}
            label={label}
            inputMode="decimal"
            value={bounds[field]}
            error={isWrong(field) ? EXPECTED[field] : undefined}
            onChange={(event) => onChange({ ...bounds, [field]: event.currentTarget.value.trim() })}
          />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" className="reading">
        An arm that is beyond a bound, against the control arm, is stopped. An empty field is no
        bound. Each client network has the same weight, so one of them cannot stop an arm.
      </Text>
    </Panel>
  );
}

const SOUND: DraftGuardrails = {
  serverErrors: '',
  p95: '',
  waste: '',
  connections: '',
  minRequests: '500',
  minNetworks: '50',
};

const PART = '0.01 to 99.99, or empty';
const MULTIPLE = '1.01 to 100, or empty';
const EXPECTED: Record<keyof DraftGuardrails, string> = {
  serverErrors: PART,
  p95: MULTIPLE,
  waste: PART,
  connections: MULTIPLE,
  minRequests: '100 or more',
  minNetworks: '20 to 512',
};
