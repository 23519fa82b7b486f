import { Table, Text } from '@mantine/core';
import type { PageComparison, PageSide } from '~/api/analysis';
import { StackedBars } from '~/charts/StackedBars';
import { ScrollBox } from '~/parts/ScrollBox';
import { metricValue } from '~/text/metrics';
import { count } from '~/text/numbers';
import { shortLabel } from '~/text/protocols';

const PARTS = [
  { part: 'other', name: 'Before the lookup', color: '--mantine-color-dimmed' },
  { part: 'dns', name: 'DNS', color: '--warn' },
  { part: 'connect', name: 'Connect', color: '--protocol-h1' },
  { part: 'tls', name: 'TLS', color: '--protocol-h3' },
  { part: 'request', name: 'Request to first byte', color: '--protocol-h2' },
] as const;

/** The mean time to first byte of both sides by its parts. */
export function SplitPanel({ compared }: { compared: PageComparison }) {
  const sides = [compared.a, compared.b].filter(({ split }) => split.views > 0);
  if (sides.length === 0) {
    return <Text c="dimmed">No page view has all parts of the time to first byte.</Text>;
  }
  return (
    <>
      <StackedBars
        label="Mean time to first byte by its parts"
        bars={sides.map(({ name, split }) => ({
          name: shortLabel(name),
          parts: PARTS.map(({ part, name: label, color }) => ({
            name: label,
            value: split[part],
            color,
          })),
        }))}
      />
      <ScrollBox label="Parts of the time to first byte, table">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Side</Table.Th>
              {PARTS.map(({ name }) => (
                <Table.Th key={name} scope="col" ta="right">
                  {name}
                </Table.Th>
              ))}
              <Table.Th scope="col" ta="right">
                Sum
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Page views
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sides.map((side) => (
              <Row key={side.name} side={side} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </>
  );
}

function Row({ side: { name, split } }: { side: PageSide }) {
  const sum = PARTS.reduce((all, { part }) => all + split[part], 0);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {shortLabel(name)}
      </Table.Th>
      {PARTS.map(({ part }) => (
        <Table.Td key={part} ta="right">
          {metricValue(split[part], 'milliseconds')}
        </Table.Td>
      ))}
      <Table.Td ta="right">{metricValue(sum, 'milliseconds')}</Table.Td>
      <Table.Td ta="right">{count(split.views)}</Table.Td>
    </Table.Tr>
  );
}
