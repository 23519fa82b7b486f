import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ExperimentDesign } from '~/api/experiments';
import { DesignForm } from './DesignForm';
import type { Draft } from './draft';
import { PreviewPanel } from './PreviewPanel';

interface Props {
  draft: Draft;
  onChange: (next: Draft) => void;
  design: ExperimentDesign | null;
}

/** The form of a plan, beside what it would do. */
export function Planner({ draft, onChange, design }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <DesignForm draft={draft} onChange={onChange} />
      <Stack gap="md">
        <PreviewPanel
          design={design}
          onPlan={({ days, units }) =>
            onChange({ ...draft, days: String(days), units: String(units) })
          }
        />
        <Text size="xs" c="dimmed" className="reading">
          Compare the arms as they were assigned, not by the protocol that was used: visitors who
          reach HTTP/3 differ from the others. A DNS record of type HTTPS offers HTTP/3 before the
          first request, so it defeats a protocol experiment.
        </Text>
      </Stack>
    </SimpleGrid>
  );
}
