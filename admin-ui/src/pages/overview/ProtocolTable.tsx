import { Skeleton, Table } from '@mantine/core';
import type { Savings } from '~/api/live';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { count, decimal, share, signed } from '~/text/numbers';
import { PROTOCOLS } from '~/text/protocols';

const COLUMNS = [
  'Requests',
  'Share',
  'In flight',
  'Open',
  'Opened',
  'Requests per connection',
  'Full handshakes',
  'Resumed',
  'Saved',
];

export function ProtocolTable({ savings }: { savings: Savings | null }) {
  if (savings === null) {
    return (
      <Panel title="Requests by protocol">
        <Skeleton height={120} />
      </Panel>
    );
  }
  const all = savings.total.requests;
  return (
    <Panel title="Requests by protocol">
      <ScrollBox label="Requests by protocol, table">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Protocol</Table.Th>
              {COLUMNS.map((column) => (
                <Table.Th key={column} scope="col" ta="right">
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {PROTOCOLS.map(({ protocol, label, color }) => {
              const row = savings.byProtocol.find((each) => each.protocol === protocol)?.counters;
              if (!row) return null;
              return (
                <Table.Tr key={protocol}>
                  <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
                    <svg aria-hidden="true" width="10" height="10" style={{ marginInlineEnd: 8 }}>
                      <circle cx="5" cy="5" r="5" fill={`var(${color})`} />
                    </svg>
                    {label}
                  </Table.Th>
                  <Table.Td ta="right">{count(row.requests)}</Table.Td>
                  <Table.Td ta="right">{share(row.requests, all)}</Table.Td>
                  <Table.Td ta="right">
                    {row.inFlight === undefined ? '–' : count(row.inFlight)}
                  </Table.Td>
                  <Table.Td ta="right">{count(row.open)}</Table.Td>
                  <Table.Td ta="right">{count(row.opened)}</Table.Td>
                  <Table.Td ta="right">
                    {row.opened === 0 ? '–' : decimal(row.requests / row.opened)}
                  </Table.Td>
                  <Table.Td ta="right">{count(row.handshakesFull)}</Table.Td>
                  <Table.Td ta="right">{count(row.handshakesResumed)}</Table.Td>
                  <Table.Td ta="right">{signed(row.saved)}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Panel>
  );
}
