import { Button, Table, Text } from '@mantine/core';
import type { HistoryTotals } from '~/api/history';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { count, decimal, measured, signed } from '~/text/numbers';
import { PROTOCOLS } from '~/text/protocols';
import { namesOf, perThousand, type Totals, totalsOf } from './totals';

interface Props {
  title: string;
  /** Heading of the names. */
  kind: string;
  totals: HistoryTotals;
  csv: string;
  /** Shows only this part on the page. */
  onPick: (name: string) => void;
}

const COLUMNS = ['Opened', 'Open, mean', 'Per 1,000 requests', 'Requests', 'Page views', 'Saved'];

/** Totals by listener or site, with a row for each protocol. */
export function PartTable({ title, kind, totals, csv, onPick }: Props) {
  const names = namesOf(totals);
  return (
    <Panel
      title={title}
      aside={
        <Button component="a" size="xs" variant="default" href={csv} download>
          CSV
        </Button>
      }
    >
      {names.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was counted in this range.
        </Text>
      ) : (
        <ScrollBox label={`${title}, table`}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{kind}</Table.Th>
                <Table.Th scope="col">Protocol</Table.Th>
                {COLUMNS.map((column) => (
                  <Table.Th key={column} scope="col" ta="right">
                    {column}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {names.map((name) => (
                <Rows key={name} name={name} totals={totals} onPick={onPick} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
    </Panel>
  );
}

function Rows({ name, totals, onPick }: Pick<Props, 'totals' | 'onPick'> & { name: string }) {
  const counted = PROTOCOLS.filter(({ protocol }) =>
    totals.rows.some((row) => row.name === name && row.protocol === protocol),
  );
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" className="wrap">
          <Button size="compact-sm" variant="subtle" onClick={() => onPick(name)}>
            {name}
          </Button>
        </Table.Th>
        <Table.Td>all</Table.Td>
        <Cells read={totalsOf(totals, name)} />
      </Table.Tr>
      {counted.map(({ protocol, label }) => (
        <Table.Tr key={protocol}>
          <Table.Td />
          <Table.Td>{label}</Table.Td>
          <Cells read={totalsOf(totals, name, protocol)} />
        </Table.Tr>
      ))}
    </>
  );
}

function Cells({ read }: { read: Totals }) {
  const whole = (value: number | null) => (value === null ? '–' : count(value));
  const perRequests = perThousand(read('opened'), read('requests'));
  const open = read('open');
  const saved = read('saved');
  return (
    <>
      <Table.Td ta="right">{whole(read('opened'))}</Table.Td>
      <Table.Td ta="right">{open === null ? '–' : decimal(open)}</Table.Td>
      <Table.Td ta="right">{perRequests === null ? '–' : measured(perRequests)}</Table.Td>
      <Table.Td ta="right">{whole(read('requests'))}</Table.Td>
      <Table.Td ta="right">{whole(read('page_views'))}</Table.Td>
      <Table.Td ta="right">{saved === null ? '–' : signed(saved)}</Table.Td>
    </>
  );
}
