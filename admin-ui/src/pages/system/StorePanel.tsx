import { Table, Text } from '@mantine/core';
import type { SystemReport } from '~/api/system';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { bytes, count, decimal } from '~/text/numbers';
import { duration } from '~/text/times';

/** The tables that grow, with the arithmetic of their growth: rows a day × bytes a row × time that rows stay. */
export function StorePanel({ store }: { store: SystemReport['store'] }) {
  return (
    <Panel title="Store">
      <Text size="sm">
        {store.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'},{' '}
        <span className="mono">{store.place}</span>
      </Text>
      <ScrollBox className="scroll-x" label="Tables of the store">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Table</Table.Th>
              <Table.Th scope="col">Rows</Table.Th>
              <Table.Th scope="col">Size</Table.Th>
              <Table.Th scope="col">Rows a day</Table.Th>
              <Table.Th scope="col">Kept</Table.Th>
              <Table.Th scope="col">Grows to</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {store.tables.map((table) => (
              <Table.Tr key={table.name}>
                <Table.Th scope="row" fw={400} className="mono">
                  {table.name}
                </Table.Th>
                <Table.Td>{count(table.rows)}</Table.Td>
                <Table.Td>{bytes(table.bytes)}</Table.Td>
                <Table.Td>{table.rowsPerDay > 0 ? decimal(table.rowsPerDay) : '–'}</Table.Td>
                <Table.Td>
                  {table.keepSeconds === null ? 'for ever' : duration(table.keepSeconds)}
                </Table.Td>
                <Table.Td>
                  {table.expectedBytes === null ? '–' : bytes(table.expectedBytes)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Text size="xs" c="dimmed">
        Sizes are estimates from the newest rows, without indexes. Rates are means of the last seven
        days.
      </Text>
    </Panel>
  );
}
