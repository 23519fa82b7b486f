import { Table, Text } from '@mantine/core';
import type { SystemReport } from '~/api/system';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
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
          <TableHead columns={['Table', 'Rows', 'Size', 'Rows a day', 'Kept', 'Grows to']} />
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
