import { Table } from '@mantine/core';
import type { ExperimentArmResult } from '~/api/analysis';
import { ScrollBox } from '~/parts/ScrollBox';
import { metricLabel, metricValue } from '~/text/metrics';
import { count, measured, share } from '~/text/numbers';

interface Props {
  arms: ExperimentArmResult[];
}

const number = (value: number | null): string => (value === null ? '–' : measured(value));
const part = (value: number | null): string => (value === null ? '–' : share(value, 1));

/** Counts of each arm, and the cost by the counters of the gateway. */
export function ArmTable({ arms, counted }: Props & { counted: 'network' | 'visitor' }) {
  const unit = counted === 'network' ? 'Client networks' : 'Visitors';
  const rows: [string, (arm: ExperimentArmResult) => string][] = [
    [`${unit} assigned`, (arm) => (arm.assignedUnits === null ? '–' : count(arm.assignedUnits))],
    [`${unit} in the analysis`, (arm) => count(arm.units)],
    ['Page views', (arm) => count(arm.views)],
    ['Failed loads', (arm) => `${part(arm.failedShare)} (${count(arm.outcomes.failed)})`],
    ['Truncated loads', (arm) => `${part(arm.truncatedShare)} (${count(arm.outcomes.truncated)})`],
    [
      'Page views left before the load',
      (arm) => `${part(arm.abandonedShare)} (${count(arm.outcomes.abandoned)})`,
    ],
    [
      'Page views without a report',
      (arm) => `${part(arm.unreportedShare)} (${count(arm.outcomes.unreported)})`,
    ],
    ['Connections per 1,000 page views', (arm) => number(arm.connectionsPer1000)],
    ['HTTP/1.1 would need, for the same requests', (arm) => number(arm.h1EquivalentPer1000)],
    [
      'CPU time per 1,000 page views',
      (arm) => (arm.cpuMillisPer1000 === null ? '–' : `${measured(arm.cpuMillisPer1000)} ms`),
    ],
    ['Requests per 1,000 page views', (arm) => number(arm.requestsPer1000)],
    ['Responses 5xx per 1,000 page views', (arm) => number(arm.errorsPer1000)],
  ];
  return (
    <ScrollBox label="Arms, table">
      <Table>
        <Head first="Count" arms={arms} />
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400}>
                {label}
              </Table.Th>
              {arms.map((arm) => (
                <Table.Td key={arm.name} ta="right">
                  {value(arm)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function Head({ first, arms }: Props & { first: string }) {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{first}</Table.Th>
        {arms.map((arm) => (
          <Table.Th key={arm.name} scope="col" ta="right">
            {arm.name}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

/** Mean, median, 80th and 95th percentile of each metric that has values. */
export function FigureTable({ arms }: Props) {
  const metrics = arms[0]?.figures.map(({ metric }) => metric) ?? [];
  const rows = metrics.flatMap((metric, index) =>
    arms
      .map((arm) => ({ arm, metric, figure: arm.figures[index] }))
      .filter(({ figure }) => figure !== undefined && figure.views > 0),
  );
  return (
    <ScrollBox label="Metrics of each arm, table">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Metric</Table.Th>
            <Table.Th scope="col">Arm</Table.Th>
            {['Page views', 'Mean', 'Median', 'p80', 'p95'].map((name) => (
              <Table.Th key={name} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ arm, metric, figure }) => (
            <Table.Tr key={`${metric} ${arm.name}`}>
              <Table.Th scope="row" fw={400}>
                {metricLabel(metric)}
              </Table.Th>
              <Table.Td>{arm.name}</Table.Td>
              <Table.Td ta="right">{count(figure?.views ?? 0)}</Table.Td>
              {[figure?.mean, figure?.median, figure?.p80, figure?.p95].map((value, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: four fixed columns.
                <Table.Td key={place} ta="right" className="nowrap">
                  {metricValue(value ?? null, metric === 'cls' ? 'score' : 'milliseconds')}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

/** Page views by assigned arm (rows) and by the protocol that the browser used (columns). */
export function GotTable({ arms }: Props) {
  return (
    <ScrollBox label="Assigned arm and protocol in use, table">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {['Assigned arm', 'HTTP/1.1', 'HTTP/2', 'HTTP/3', 'Other'].map((name, place) => (
              <Table.Th key={name} scope="col" ta={place === 0 ? 'left' : 'right'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {arms.map(({ name, got }) => {
            const all = got.h1 + got.h2 + got.h3 + got.other;
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                {(['h1', 'h2', 'h3', 'other'] as const).map((protocol) => (
                  <Table.Td key={protocol} ta="right">
                    {count(got[protocol])} ({share(got[protocol], all)})
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
