import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useRoutes } from '~/api/routing';
import { Panel } from '~/parts/Panel';
import { ArmFields } from './ArmFields';
import { DecisionFields } from './DecisionFields';
import { type Draft, firstArms, firstGuardrails, ofConnection, rampOf } from './draft';
import { GuardrailFields } from './GuardrailFields';
import { FACTORS } from './words';

interface Props {
  draft: Draft;
  onChange: (next: Draft) => void;
}

/** The plan of an experiment, from the question to the share of visitors. */
export function DesignForm({ draft, onChange }: Props) {
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  return (
    <Stack gap="md">
      <Panel title="Question">
        <TextInput
          label="Title"
          required
          maxLength={120}
          value={draft.title}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <Textarea
          label="Hypothesis"
          description="What you expect, and why. Write it before the start."
          autosize
          minRows={2}
          maxLength={2000}
          value={draft.hypothesis}
          onChange={(event) => set({ hypothesis: event.currentTarget.value })}
        />
      </Panel>
      <DecisionFields draft={draft} set={set} />
      <Panel title="Arms">
        <NativeSelect
          label="Factor"
          description={FACTORS[draft.factor].about}
          data={Object.entries(FACTORS).map(([value, { label }]) => ({ value, label }))}
          value={draft.factor}
          onChange={(event) => {
            const factor = event.currentTarget.value as Draft['factor'];
            set({
              factor,
              arms: firstArms(factor),
              guardrails: firstGuardrails(factor),
              unit: ofConnection(factor) ? 'network' : draft.unit,
            });
          }}
        />
        <ArmFields factor={draft.factor} arms={draft.arms} onChange={(arms) => set({ arms })} />
        <NativeSelect
          label="Unit"
          description={
            ofConnection(draft.factor)
              ? 'This factor is decided before a cookie is known.'
              : 'A network is known without a cookie; a visitor needs one.'
          }
          disabled={ofConnection(draft.factor)}
          data={[
            { value: 'network', label: 'Network (/24, /56)' },
            { value: 'visitor', label: 'Visitor, by a cookie' },
          ]}
          value={draft.unit}
          onChange={(event) => set({ unit: event.currentTarget.value as Draft['unit'] })}
        />
      </Panel>
      <Panel title="Visitors">
        <Places draft={draft} set={set} />
        <SimpleGrid cols={2} spacing="sm">
          <TextInput
            label="Share in percent"
            inputMode="decimal"
            value={draft.share}
            onChange={(event) => set({ share: event.currentTarget.value })}
          />
          <TextInput
            label="Layer"
            description="A visitor is in one experiment of a layer."
            value={draft.layer}
            onChange={(event) => set({ layer: event.currentTarget.value })}
          />
        </SimpleGrid>
        <Textarea
          label="Ramp"
          description="One step a line: minutes after the start, and the share from then on, as 60 20"
          autosize
          minRows={1}
          value={draft.ramp}
          error={rampOf(draft.ramp) === null ? 'Write each step as 60 20' : undefined}
          onChange={(event) => set({ ramp: event.currentTarget.value })}
        />
      </Panel>
      <GuardrailFields bounds={draft.guardrails} onChange={(guardrails) => set({ guardrails })} />
    </Stack>
  );
}

function Places({ draft, set }: { draft: Draft; set: (part: Partial<Draft>) => void }) {
  const routes = useRoutes().data?.items ?? [];
  const sites = [...new Set(routes.map((route) => route.site))];
  const here = routes.filter((route) => draft.sites.includes(route.site));
  return (
    <>
      <Checkbox.Group
        label="Sites"
        value={draft.sites}
        onChange={(next) => set({ sites: next, routes: [] })}
      >
        <Group gap="sm" mt={4}>
          {sites.map((site) => (
            <Checkbox key={site} value={site} label={site} />
          ))}
        </Group>
      </Checkbox.Group>
      {!ofConnection(draft.factor) && here.length > 0 && (
        <Checkbox.Group
          label="Routes"
          description="None means all routes of the sites."
          value={draft.routes}
          onChange={(next) => set({ routes: next })}
        >
          <Group gap="sm" mt={4}>
            {here.map((route) => (
              <Checkbox key={route.id} value={route.id} label={route.id} />
            ))}
          </Group>
          {draft.routes.length > 0 && (
            <Button size="compact-xs" variant="subtle" onClick={() => set({ routes: [] })}>
              All routes
            </Button>
          )}
        </Checkbox.Group>
      )}
      {sites.length === 0 && (
        <Text size="sm" c="dimmed">
          The configuration has no site.
        </Text>
      )}
    </>
  );
}
