import { Table } from '@mantine/core';

/** The heading of a column; that of numbers stands at the right. */
export type Heading = string | { number: string };

/** The headings of a table. */
export function TableHead({ columns }: { columns: readonly Heading[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <Table.Th key={column} scope="col">
              {column}
            </Table.Th>
          ) : (
            <Table.Th key={column.number} scope="col" ta="right">
              {column.number}
            </Table.Th>
          ),
        )}
      </Table.Tr>
    </Table.Thead>
  );
}
