import { Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { zoneName } from '~/text/times';
import type { When, WishForm } from './wish';

interface Props {
  form: WishForm;
  onChange: (form: WishForm) => void;
}

const CHOICES: readonly [When, string, string][] = [
  ['now', 'Now', 'On all gateways at once'],
  ['at', 'At a time', 'Once, by the first gateway that is there then'],
  ['canary', 'On some gateways first', 'Guardrails take it back by themselves'],
];

/** The fields for time and gateways of a publication. */
export function WishFields({ form, onChange }: Props) {
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Publish"
        value={form.when}
        onChange={(when) => onChange({ ...form, when: when as When })}
      >
        <Stack gap="xs" mt="xs">
          {CHOICES.map(([value, label, description]) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      {form.when === 'at' && (
        <TextInput
          type="datetime-local"
          label="Time"
          description={`Time zone of this browser: ${zoneName()}`}
          value={form.at}
          onChange={(event) => onChange({ ...form, at: event.currentTarget.value })}
        />
      )}
      {form.when === 'canary' && <CanaryFields form={form} onChange={onChange} />}
    </Stack>
  );
}

type NumberKey = 'share' | 'minutes' | 'serverErrors' | 'p95' | 'waste' | 'minRequests';

const BASIS: readonly [NumberKey, string][] = [
  ['share', 'Share of gateways (%)'],
  ['minutes', 'Time (minutes)'],
];

const RAILS: readonly [NumberKey, string][] = [
  ['serverErrors', '5xx responses (points more)'],
  ['p95', '95th percentile (% more)'],
  ['waste', 'Wasted page views (points more)'],
  ['minRequests', 'Requests to judge'],
];

function CanaryFields({ form, onChange }: Props) {
  const field = ([key, label]: readonly [NumberKey, string]) => (
    <TextInput
      key={key}
      label={label}
      inputMode="numeric"
      value={form[key]}
      onChange={(event) => onChange({ ...form, [key]: event.currentTarget.value })}
    />
  );
  return (
    <Stack gap="sm">
      <Group gap="sm">{BASIS.map(field)}</Group>
      <Text size="sm" c="dimmed">
        The canary is undone if it exceeds the other gateways by more than:
      </Text>
      <Group gap="sm">{RAILS.map(field)}</Group>
      <Checkbox
        label="Put it in force on all gateways if the guardrails hold"
        checked={form.promote}
        onChange={(event) => onChange({ ...form, promote: event.currentTarget.checked })}
      />
    </Stack>
  );
}
