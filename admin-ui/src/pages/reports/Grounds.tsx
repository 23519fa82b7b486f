import { List, Table, Text } from '@mantine/core';
import type { Schemas } from '~/api/client';
import type { Report } from '~/api/history';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { count, measured, plural, share } from '~/text/numbers';
import { duration, momentIn } from '~/text/times';
import { basisText, perText } from './words';

/** The estimate beside the measured visitors of HTTP/1.1. */
export function Counterfactual({ value }: { value: NonNullable<Report['counterfactual']> }) {
  const { per, estimate, measured: visitors, apart, missing, measuredBefore, apartBefore } = value;
  return (
    <Panel title="Is the HTTP/1.1 equivalent right?">
      <Text size="sm">
        Estimate: {text(estimate)} connections {perText(per)}. Measured visitors over HTTP/1.1 after
        the change: {text(visitors)}.{' '}
        {apart === null
          ? `They cannot be compared: ${missing ?? 'one of them is absent'}.`
          : `The estimate is ${apartText(apart)} their number.`}
      </Text>
      {measuredBefore != null && apartBefore != null && (
        <Text size="sm">
          Measured visitors over HTTP/1.1 before the change: {text(measuredBefore)}. The estimate is{' '}
          {apartText(apartBefore)} their number.
        </Text>
      )}
      <Text size="xs" c="dimmed" className="reading">
        Visitors that still use HTTP/1.1 differ from the others, for example in their software. The
        nearer both values are, the more the estimate may be trusted.
      </Text>
    </Panel>
  );
}

function apartText(apart: number): string {
  if (apart === 0) return 'equal to';
  return `${share(Math.abs(apart), 1)} ${apart > 0 ? 'above' : 'below'}`;
}

const text = (value: number | null): string => (value === null ? 'absent' : measured(value));

/** Other changes that may explain a difference. */
export function Others({ confounders }: Pick<Report, 'confounders'>) {
  return (
    <Panel title="Other changes in this time">
      {confounders.length === 0 ? (
        <Text size="sm">
          None was seen. The gateway does not see changes outside of its traffic.
        </Text>
      ) : (
        <List size="sm">
          {confounders.map((each) => (
            <List.Item key={`${each.kind} ${each.text}`}>{each.text}</List.Item>
          ))}
        </List>
      )}
    </Panel>
  );
}

interface WindowsProps {
  windows: NonNullable<Report['windows']>;
  excluded: Report['excluded'];
  zone: string;
}

/** The compared time, and what was left out of it. */
export function Windows({ windows, excluded, zone }: WindowsProps) {
  return (
    <Panel title="Compared time">
      <ScrollBox label="Compared time, table">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Window</Table.Th>
              <Table.Th scope="col">From</Table.Th>
              <Table.Th scope="col">To</Table.Th>
              {['Blocks', 'Requests', 'Page views'].map((column) => (
                <Table.Th key={column} scope="col" ta="right">
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <WindowRow name="Before" window={windows.before} zone={zone} />
            <WindowRow name="After" window={windows.after} zone={zone} />
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {excluded.length > 0 && (
        <>
          <Text size="sm">Left out:</Text>
          <List size="sm">
            {excluded.map(({ reason, blocks }) => (
              <List.Item key={reason}>
                {plural(blocks, 'block')}: {reason}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Panel>
  );
}

function WindowRow({
  name,
  window,
  zone,
}: {
  name: string;
  window: Schemas['ReportWindow'];
  zone: string;
}) {
  // Windows of a few minutes begin and end within a minute.
  const isWhole = [window.from, window.to].every((iso) => Date.parse(iso) % 60_000 === 0);
  const exactness = isWhole ? 'short' : 'medium';
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {name}
      </Table.Th>
      <Table.Td>{momentIn(window.from, zone, exactness)}</Table.Td>
      <Table.Td>{momentIn(window.to, zone, exactness)}</Table.Td>
      <Table.Td ta="right">{count(window.blocks)}</Table.Td>
      <Table.Td ta="right">{count(window.requests)}</Table.Td>
      <Table.Td ta="right">{count(window.pageViews)}</Table.Td>
    </Table.Tr>
  );
}

/** The way of comparing, in words. */
export function Method({ report, basis }: { report: Report; basis: Schemas['ReportBasis'] }) {
  return (
    <Panel title="Method">
      <Text size="sm" className="reading">
        {basisText(basis)} The change is the ratio of sums over the compared blocks
        {report.blockSeconds !== null && ` of ${duration(report.blockSeconds)}`}. Its interval comes
        from a bootstrap over these blocks: without a true change, 95 of 100 such intervals contain
        zero. Visitors were not assigned by chance, so a difference may have another cause.
      </Text>
    </Panel>
  );
}
