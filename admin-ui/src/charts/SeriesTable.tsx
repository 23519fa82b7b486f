import { Table } from '@mantine/core';
import { ScrollBox } from '~/parts/ScrollBox';
import { clockTime } from '~/text/times';
import { type Series, thinned } from './series';

const ROWS = 30;

/** The values of a chart as a table. */
export function SeriesTable({ series, label }: { series: Series; label: string }) {
  return (
    <ScrollBox className="table-box" label={`${label}, values`}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Time</Table.Th>
            {series.lines.map((line) => (
              <Table.Th key={line.label} scope="col" ta="right">
                {line.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {thinned(series, ROWS).map((index) => (
            <Table.Tr key={series.times[index]}>
              <Table.Th scope="row" fw={400}>
                {clockTime(series.times[index] ?? 0)}
              </Table.Th>
              {series.lines.map((line) => (
                <Table.Td key={line.label} ta="right">
                  {line.values[index] ?? '–'}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
