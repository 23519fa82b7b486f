import { Anchor, Group, SimpleGrid, Table, Text } from '@mantine/core';
import {
  type Experiment,
  type ExperimentArmCounts,
  type ExperimentCounts,
  exportAddress,
} from '~/api/experiments';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { bytes, count, measured, share } from '~/text/numbers';

type Figure = [label: string, value: (arm: ExperimentArmCounts) => string];

const FIGURES: Figure[] = [
  ['Units', (arm) => (arm.unitsExact ? '' : 'about ') + count(arm.units)],
  ['Page views', (arm) => count(arm.views)],
  [
    'Connections for 1,000 page views',
    (arm) => (arm.per1000 ? measured(arm.per1000.connections) : '–'),
  ],
  [
    'Connections of HTTP/1.1 for the same requests',
    (arm) => (arm.per1000 ? measured(arm.per1000.h1Equivalent) : '–'),
  ],
  [
    'CPU seconds for 1,000 page views',
    (arm) => (arm.per1000 ? measured(arm.per1000.cpuSeconds) : '–'),
  ],
  ['Requests', (arm) => count(arm.requests)],
  ['5xx', (arm) => share(arm.errors5xx, arm.requests)],
  ['Failed', (arm) => count(arm.failed)],
  ['Truncated', (arm) => count(arm.truncated)],
  ['Cancelled by the client', (arm) => count(arm.aborted)],
  ['Bytes', (arm) => bytes(arm.bytes)],
  ['Wasted', (arm) => share(arm.wasted, arm.bytes)],
  ['First byte, median', (arm) => millis(arm.firstByte.p50)],
  ['First byte, p80', (arm) => millis(arm.firstByte.p80)],
  ['First byte, p95', (arm) => millis(arm.firstByte.p95)],
];

const millis = (value: number | null): string => (value === null ? '–' : `${measured(value)} ms`);

/** The gateway's own counters by arm, and what the clients used. */
export function CountsPanel({
  experiment,
  counts,
}: {
  experiment: Experiment;
  counts: ExperimentCounts;
}) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Panel title="Counted by the gateway" aside={<Downloads id={experiment.id} />}>
        <ScrollBox label="Counts, table">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Figure</Table.Th>
                {counts.arms.map((arm) => (
                  <Table.Th key={arm.arm} scope="col" ta="right">
                    {arm.arm}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {FIGURES.map(([label, value]) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row" fw={400}>
                    {label}
                  </Table.Th>
                  {counts.arms.map((arm) => (
                    <Table.Td key={arm.arm} ta="right" className="nowrap">
                      {value(arm)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      </Panel>
      <Panel title="Assigned and got">
        <ScrollBox label="Assigned and got, table">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Assigned</Table.Th>
                {['HTTP/1.1', 'HTTP/2', 'HTTP/3'].map((protocol) => (
                  <Table.Th key={protocol} scope="col" ta="right">
                    {protocol}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {counts.arms.map(({ arm, got }) => (
                <Table.Tr key={arm}>
                  <Table.Th scope="row" fw={400}>
                    {arm}
                  </Table.Th>
                  {[got.h1, got.h2, got.h3].map((views, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                    <Table.Td key={i} ta="right">
                      {count(views)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
        <Text size="xs" c="dimmed" className="reading">
          Page views by the protocol that was used. A client may know HTTP/3 from before, or its
          network may block UDP. So the arms are compared as they were assigned.
        </Text>
      </Panel>
    </SimpleGrid>
  );
}

function Downloads({ id }: { id: string }) {
  return (
    <Group gap="sm">
      <Anchor size="sm" href={exportAddress(id, 'csv')}>
        CSV
      </Anchor>
      <Anchor size="sm" href={exportAddress(id, 'csv', 'views')}>
        Page views (CSV)
      </Anchor>
      <Anchor size="sm" href={exportAddress(id, 'json')}>
        JSON
      </Anchor>
      <Anchor size="sm" href={exportAddress(id, 'ipynb')}>
        Notebook
      </Anchor>
    </Group>
  );
}
