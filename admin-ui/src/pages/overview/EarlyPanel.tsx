import { SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { Schemas } from '~/api/client';
import type { Savings } from '~/api/live';
import { Panel } from '~/parts/Panel';
import { count, plural } from '~/text/numbers';
import { words } from '~/text/tokens';

/** Hints and pushes that were sent, and the reasons for those that were not. */
export function EarlyPanel({ savings }: { savings: Savings | null }) {
  return (
    <Panel title="Sent early">
      {savings ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <Outcomes title="Hints in a 103" what="hint" rows={savings.hints} />
          <Outcomes title="Pushes" what="push" rows={savings.pushes} />
        </SimpleGrid>
      ) : (
        <Skeleton height={150} />
      )}
    </Panel>
  );
}

function Outcomes({
  title,
  what,
  rows,
}: {
  title: string;
  what: string;
  rows: Schemas['Count'][];
}) {
  const sent = rows.find((row) => row.outcome === 'sent')?.count ?? 0;
  const links = rows.find((row) => row.outcome === 'links')?.count ?? 0;
  const others = rows
    .filter((row) => row.outcome !== 'sent' && row.outcome !== 'links' && row.count > 0)
    .sort((a, b) => b.count - a.count);
  return (
    <Stack gap="xs">
      <Title order={3}>{title}</Title>
      <div className="figure">
        {count(sent)} <small>{links > 0 ? `sent, with ${plural(links, 'link')}` : 'sent'}</small>
      </div>
      {others.length === 0 ? (
        <Text size="sm" c="dimmed">
          No {what} was skipped or refused so far.
        </Text>
      ) : (
        <Table withRowBorders={false} verticalSpacing={3} horizontalSpacing={0}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" fw={500}>
                Not sent, or refused
              </Table.Th>
              <Table.Th scope="col" ta="right" fw={500}>
                Count
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {others.map((row) => (
              <Table.Tr key={row.outcome}>
                <Table.Td>{words(row.outcome)}</Table.Td>
                <Table.Td ta="right">{count(row.count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
