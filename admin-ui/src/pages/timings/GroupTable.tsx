import { Table } from '@mantine/core';
import type { TimingGroup, ViewMetric } from '~/api/timings';
import { ScrollBox } from '~/parts/ScrollBox';
import { count } from '~/text/numbers';
import { shortLabel } from '~/text/protocols';
import { timeOf } from './lines';

const COUNTS = [
  ['views', 'Views'],
  ['failed', 'Failed'],
  ['truncated', 'Truncated'],
  ['abandoned', 'Abandoned'],
  ['unreported', 'Unreported'],
] as const;

const FIGURES = [
  ['mean', 'Mean'],
  ['p50', 'Median'],
  ['p80', 'p80'],
  ['p95', 'p95'],
] as const;

interface Props {
  groups: readonly TimingGroup[];
  /** Heading of the first column. */
  by: string;
  metric: ViewMetric;
}

/** Figures of one metric and the outcomes of the views, by group. */
export function GroupTable({ groups, by, metric }: Props) {
  const format = timeOf(metric);
  return (
    <ScrollBox label="Timings, table">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{by}</Table.Th>
            {FIGURES.map(([key, label]) => (
              <Table.Th key={key} scope="col" ta="right">
                {label}
              </Table.Th>
            ))}
            <Table.Th scope="col" ta="right">
              Measured
            </Table.Th>
            {COUNTS.map(([key, label]) => (
              <Table.Th key={key} scope="col" ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((group) => {
            const figures = group.metrics[metric];
            return (
              <Table.Tr key={group.key}>
                <Table.Th scope="row" fw={500} className="wrap">
                  {shortLabel(group.key) || 'unknown'}
                </Table.Th>
                {FIGURES.map(([key]) => (
                  <Table.Td key={key} ta="right">
                    {figures ? format(figures[key]) : '–'}
                  </Table.Td>
                ))}
                <Table.Td ta="right">{count(figures?.count ?? 0)}</Table.Td>
                {COUNTS.map(([key]) => (
                  <Table.Td key={key} ta="right">
                    {count(group[key])}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
