import { Table } from '@mantine/core';
import { ScrollBox } from '~/parts/ScrollBox';
import { pointTime } from '~/text/times';
import { type Series, shown, spanOf, thinned } from './series';

/** Most rows: the gateway sends at most 500 points. */
const ROWS = 500;

/** The values of a chart as a table, the newest first. */
export function SeriesTable({ series, label }: { series: Series; label: string }) {
  const span = spanOf(series);
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
                {pointTime(series.times[index] ?? 0, span)}
              </Table.Th>
              {series.lines.map((line) => (
                <Table.Td key={line.label} ta="right">
                  {shown(series, line.values[index])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
