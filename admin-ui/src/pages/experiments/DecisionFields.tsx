import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { Panel } from '~/parts/Panel';
import { METRICS } from '~/text/metrics';
import { type Draft, minutesOf } from './draft';
import { STATISTICS } from './words';

interface Props {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
}

const wrongDays = (text: string): string | undefined =>
  minutesOf(text) === null ? '0.01 to 366, or empty' : undefined;

/** The rule of the decision: the number that is compared, and when. */
export function DecisionFields({ draft, set }: Props) {
  return (
    <Panel title="Decision rule">
      <SimpleGrid cols={2} spacing="sm">
        <NativeSelect
          label="Headline metric"
          description="It alone decides; the others explain."
          data={METRICS.map(({ metric, label }) => ({ value: metric, label }))}
          value={draft.headline}
          onChange={(event) => set({ headline: event.currentTarget.value as Draft['headline'] })}
        />
        <NativeSelect
          label="Statistic"
          description="The number of it that is compared."
          data={Object.entries(STATISTICS).map(([value, label]) => ({ value, label }))}
          value={draft.statistic}
          onChange={(event) => set({ statistic: event.currentTarget.value as Draft['statistic'] })}
        />
        <TextInput
          label="Days until the planned end"
          inputMode="decimal"
          value={draft.days}
          error={wrongDays(draft.days)}
          onChange={(event) => set({ days: event.currentTarget.value })}
        />
        <TextInput
          label="Planned units in each arm"
          inputMode="numeric"
          disabled={draft.days.trim() === ''}
          value={draft.units}
          onChange={(event) => set({ units: event.currentTarget.value.trim() })}
        />
        <TextInput
          label="Days of the pre-period"
          inputMode="decimal"
          value={draft.daysBefore}
          error={wrongDays(draft.daysBefore)}
          onChange={(event) => set({ daysBefore: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed" className="reading">
        At any look, the always-valid interval decides.
        {draft.days.trim() === ''
          ? ' Without a planned end it is the only one.'
          : ' At the planned end, the interval of the bootstrap decides, too, once. They share one chance of a false alarm.'}
        {draft.daysBefore.trim() !== '' &&
          ' In the pre-period, all clients get the configuration, and the page views of the same units narrow the interval of the means (CUPED).'}
      </Text>
    </Panel>
  );
}
