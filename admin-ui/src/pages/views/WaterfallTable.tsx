import { Table, Text } from '@mantine/core';
import type { WaterfallRow } from '~/api/views';
import { ScrollBox } from '~/parts/ScrollBox';
import { ms } from '~/text/numbers';
import { noteOf } from './rows';

const BROWSER = [
  ['start', 'Start'],
  ['response', 'First byte'],
  ['end', 'End'],
] as const;

const GATEWAY = [
  ['received', 'Received'],
  ['decided', 'Decided'],
  ['early', 'Hints, pushes'],
  ['upstream', 'Server'],
  ['head', 'Head'],
  ['end', 'End'],
] as const;

const shown = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : ms(value);

/** Times of both lanes, since the start of the navigation. */
export function WaterfallTable({ rows, label }: { rows: readonly WaterfallRow[]; label: string }) {
  return (
    <ScrollBox label={`Waterfall of ${label}, table`}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" rowSpan={2}>
              Resource
            </Table.Th>
            <Table.Th scope="colgroup" colSpan={BROWSER.length} ta="center">
              Browser
            </Table.Th>
            <Table.Th scope="colgroup" colSpan={GATEWAY.length} ta="center">
              Gateway
            </Table.Th>
          </Table.Tr>
          <Table.Tr>
            {BROWSER.map(([key, name]) => (
              <Table.Th key={`browser ${key}`} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
            {GATEWAY.map(([key, name]) => (
              <Table.Th key={`gateway ${key}`} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: A page may load one path twice; the rows never change their order.
            <Table.Tr key={index}>
              <Table.Th scope="row" fw={400} className="wrap">
                <span className="mono">{row.path}</span>
                <Text size="xs" c="dimmed">
                  {noteOf(row)}
                </Text>
              </Table.Th>
              {BROWSER.map(([key]) => (
                <Table.Td key={`browser ${key}`} ta="right">
                  {shown(row.browser?.[key])}
                </Table.Td>
              ))}
              {GATEWAY.map(([key]) => (
                <Table.Td key={`gateway ${key}`} ta="right">
                  {shown(row.gateway?.[key])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
