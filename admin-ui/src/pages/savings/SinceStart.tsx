import { SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '~/api/client';
import type { Savings } from '~/api/live';
import { Panel } from '~/parts/Panel';
import { bytes, change, count, decimal, measured, signed } from '~/text/numbers';
import { protocolLabel } from '~/text/protocols';
import { moment } from '~/text/times';
import { words } from '~/text/tokens';

/** Counters of this node since its start that have no history. A gateway of an older version lacks some. */
export function SinceStart({ savings }: { savings: Savings }) {
  const { closings, failures, requestsPerConnection, headers, memory, upstream, cpu } = savings;
  return (
    <Panel title="This node since its start">
      <Text size="sm" c="dimmed">
        Since {moment(savings.since)}, for all traffic.
        {savings.handshakesEarly !== undefined &&
          ` ${count(savings.handshakesEarly)} connections had early data (0-RTT).`}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        <Part title="CPU saved">
          <Value
            text={cpu.savedSeconds === null ? null : `${signed(cpu.savedSeconds)} s, an estimate`}
            missing={cpu.missing}
          />
          {cpu.measuringSeconds && cpu.loopSeconds ? (
            <Text size="sm">
              {tinyShare(cpu.measuringSeconds / cpu.loopSeconds)} of the CPU time measures CPU time
            </Text>
          ) : null}
        </Part>
        {cpu.costs && cpu.costs.length > 0 && (
          <Part title="CPU of a handshake, and of a request">
            <Costs rows={cpu.costs} />
          </Part>
        )}
        {headers && (
          <Part title="Header bytes">
            <Value text={headersText(headers)} missing={headers.missing} />
          </Part>
        )}
        {memory && (
          <Part title="Memory of a connection">
            <Value
              text={
                memory.bytesPerConnection === null
                  ? null
                  : `${bytes(memory.bytesPerConnection)}, an estimate`
              }
              missing={memory.missing}
            />
          </Part>
        )}
        {upstream && (
          <Part title="Connections to your servers">
            <Text size="sm">
              {count(upstream.opened)} opened for {count(upstream.requests)} requests:{' '}
              {signed(upstream.saved)} saved by pooling
            </Text>
          </Part>
        )}
        {requestsPerConnection && (
          <Part title="Requests of a closed connection">
            <Value
              text={
                requestsPerConnection.mean === null
                  ? null
                  : `${decimal(requestsPerConnection.mean)} on average`
              }
              missing={requestsPerConnection.missing}
            />
            <Counts
              label="Requests"
              rows={requestsPerConnection.buckets.map(({ upTo, count: n }) => ({
                name: upTo === null ? 'more' : `up to ${count(upTo)}`,
                count: n,
              }))}
            />
          </Part>
        )}
        {closings && (
          <Part title="Closed connections">
            <Counts label="Reason" rows={named(closings)} />
          </Part>
        )}
        {failures && (
          <Part title="Failed handshakes">
            <Counts label="Reason" rows={named(failures)} />
          </Part>
        )}
      </SimpleGrid>
    </Panel>
  );
}

const named = (rows: Schemas['Count'][]) =>
  rows.map(({ outcome, count: n }) => ({ name: REASONS[outcome] ?? words(outcome), count: n }));

/** Reasons that their tokens do not explain. */
const REASONS: Record<string, string> = {
  client: 'By the client',
  reset: 'Reset by the client or the network',
  error: 'After an error',
  limit: 'By a limit',
  'after-response': 'After an HTTP/1.1 response',
  drain: 'By a reload or stop',
  left: 'Left by the client',
  tls: 'TLS error',
  timeout: 'Client too slow',
  refused: 'Refused by a limit or setting',
};

function headersText({ plainBytes, codedBytes }: NonNullable<Savings['headers']>): string | null {
  if (plainBytes === null || codedBytes === null || plainBytes === 0) return null;
  return `${change(codedBytes / plainBytes - 1)}: ${bytes(codedBytes)} instead of ${bytes(plainBytes)} in sampled messages`;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}

/** A value, or what it still needs. */
function Value({ text, missing }: { text: string | null; missing: Schemas['Missing'][] }) {
  if (text !== null) return <Text size="sm">{text}</Text>;
  const needs = missing.map(
    ({ what, have, needed }) => `${measured(have)} of ${measured(needed)} ${what}`,
  );
  return (
    <Text size="sm" c="dimmed">
      {needs.length === 0 ? 'Not measured.' : `Not known yet: ${needs.join(', ')}.`}
    </Text>
  );
}

/** The mean CPU time of a handshake and a request by protocol, or what it still needs. */
function Costs({ rows }: { rows: NonNullable<Savings['cpu']['costs']> }) {
  return (
    <Table withRowBorders={false} verticalSpacing={3} horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          {['Protocol', 'Handshake', 'Request'].map((head, column) => (
            <Table.Th key={head} scope="col" ta={column > 0 ? 'right' : undefined} fw={500}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ protocol, handshake, request }) => (
          <Table.Tr key={protocol}>
            <Table.Td>{protocolLabel(protocol)}</Table.Td>
            <Cost mean={handshake} />
            <Cost mean={request} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cost({ mean: { seconds, missing } }: { mean: Schemas['MeanCpu'] }) {
  return (
    <Table.Td ta="right" c={seconds === null ? 'dimmed' : undefined}>
      {seconds === null
        ? missing.map(({ have, needed }) => `${measured(have)} of ${measured(needed)} measured`)
        : `${measured(seconds * 1e6)} µs`}
    </Table.Td>
  );
}

/** Formats a share that is far below one percent. */
const tinyShare = (value: number): string =>
  value < 0.0001 ? 'Less than 0.01%' : `${measured(value * 100)}%`;

function Counts({ label, rows }: { label: string; rows: { name: string; count: number }[] }) {
  const filled = rows.filter((row) => row.count > 0);
  if (filled.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None so far.
      </Text>
    );
  }
  return (
    <Table withRowBorders={false} verticalSpacing={3} horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" fw={500}>
            {label}
          </Table.Th>
          <Table.Th scope="col" ta="right" fw={500}>
            Count
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {filled.map((row) => (
          <Table.Tr key={row.name}>
            <Table.Td>{row.name}</Table.Td>
            <Table.Td ta="right">{count(row.count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
