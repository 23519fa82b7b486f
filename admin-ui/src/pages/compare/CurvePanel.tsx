import { Table } from '@mantine/core';
import { useMemo } from 'react';
import type { PageComparison } from '~/api/analysis';
import { CurveChart } from '~/charts/CurveChart';
import { type Curves, joined } from '~/charts/curves';
import { ScrollBox } from '~/parts/ScrollBox';
import { metricLabel, metricValue } from '~/text/metrics';
import { compact } from '~/text/numbers';
import { shortLabel } from '~/text/protocols';

/** Every tenth point of the curves. */
const TABLE_STEP = 10;

/** The empirical distribution functions of both sides. */
export function CurvePanel({ compared }: { compared: PageComparison }) {
  const curves = useMemo(() => curvesOf(compared), [compared]);
  const { a, b, unit } = compared;
  const longer = a.curve.length >= b.curve.length ? a.curve : b.curve;
  const rows = longer.map((_, index) => index).filter((index) => index % TABLE_STEP === 0);
  return (
    <>
      <CurveChart
        curves={curves}
        label={`Share of the page views up to a value, ${shortLabel(a.name)} and ${shortLabel(b.name)}`}
        isLog={curves.places.every((place) => place > 0)}
      />
      <ScrollBox label="Distribution, table">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Share of the page views</Table.Th>
              {[a, b].map(({ name }) => (
                <Table.Th key={name} scope="col" ta="right">
                  {shortLabel(name)}, at most
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((index) => (
              <Table.Tr key={index}>
                <Table.Th scope="row" fw={400}>
                  {Math.round((longer[index]?.share ?? 0) * 100)}%
                </Table.Th>
                {[a, b].map(({ name, curve }) => (
                  <Table.Td key={name} ta="right">
                    {metricValue(curve[index]?.value ?? null, unit)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </>
  );
}

function curvesOf({ a, b, metric, unit }: PageComparison): Curves {
  const points = (side: PageComparison['a']) => ({
    points: side.curve.map(({ value, share }) => ({ place: value, value: share * 100 })),
  });
  const { places, values } = joined([points(a), points(b)]);
  return {
    places,
    curves: [
      { label: shortLabel(a.name), color: '--protocol-h1', dash: [6, 4], values: values[0] ?? [] },
      { label: shortLabel(b.name), color: '--protocol-h2', dash: [], values: values[1] ?? [] },
    ],
    across: `${metricLabel(metric)}${unit === 'milliseconds' ? ', ms' : ''}`,
    up: '% of page views',
    formatPlace: compact,
    formatValue: (value) => `${value}%`,
  };
}
