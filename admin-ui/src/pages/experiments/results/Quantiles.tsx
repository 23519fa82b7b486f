import { Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { ExperimentComparison } from '~/api/analysis';
import { CurveChart } from '~/charts/CurveChart';
import type { Curves } from '~/charts/curves';
import { ScrollBox } from '~/parts/ScrollBox';
import { difference, interval, metricValue } from '~/text/metrics';

interface Props {
  comparison: ExperimentComparison;
  unit: string;
  isFinal: boolean;
}

/** The difference at each quantile: a change for slow page views may differ from that of the median. */
export function Quantiles({ comparison, unit, isFinal }: Props) {
  const curves = useMemo(() => curvesOf(comparison, unit), [comparison, unit]);
  const title = `Difference of ${comparison.arm} to ${comparison.control} by quantile`;
  return (
    <>
      <CurveChart curves={curves} label={`${title}, with its 95% interval`} />
      {!isFinal && (
        <Text size="sm" c="dimmed">
          These 95% intervals hold at the planned end only.
        </Text>
      )}
      <ScrollBox className="table-box" label={`${title}, table`}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Quantile</Table.Th>
              <Table.Th scope="col" ta="right">
                {comparison.control}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {comparison.arm}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Difference
              </Table.Th>
              <Table.Th scope="col">95% interval</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {comparison.quantiles.map((each) => (
              <Table.Tr key={each.quantile}>
                <Table.Th scope="row" fw={400}>
                  {percent(each.quantile)}
                </Table.Th>
                <Table.Td ta="right">{metricValue(each.control, unit)}</Table.Td>
                <Table.Td ta="right">{metricValue(each.arm, unit)}</Table.Td>
                <Table.Td ta="right">{difference(each.difference, unit)}</Table.Td>
                <Table.Td className="nowrap">{interval(each.low, each.high, unit)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </>
  );
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

function curvesOf({ arm, control, quantiles }: ExperimentComparison, unit: string): Curves {
  const of = (pick: (each: (typeof quantiles)[number]) => number) => quantiles.map(pick);
  return {
    places: of(({ quantile }) => quantile),
    curves: [
      {
        label: `${arm} minus ${control}`,
        color: '--protocol-h2',
        dash: [],
        values: of((each) => each.difference),
      },
      { label: 'lower end', color: '--protocol-h2', dash: [2, 4], values: of(({ low }) => low) },
      { label: 'upper end', color: '--protocol-h2', dash: [6, 4], values: of(({ high }) => high) },
      { label: 'no difference', color: '--warn', dash: [9, 4], values: of(() => 0) },
    ],
    band: [1, 2],
    across: 'Quantile of page views',
    up: unit === 'milliseconds' ? 'Difference, ms' : 'Difference',
    formatPlace: percent,
    formatValue: (value) => difference(value, unit),
  };
}
