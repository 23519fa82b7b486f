import { Button, Group, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { PageComparison, PagePair } from '~/api/analysis';
import { Scatter } from '~/charts/Scatter';
import { ScrollBox } from '~/parts/ScrollBox';
import { metricLabel, metricValue } from '~/text/metrics';
import { change, count, plural } from '~/text/numbers';
import { shortLabel } from '~/text/protocols';
import { moment } from '~/text/times';
import { CLASSES, classColor } from './sides';

/** Rows of the table; the scatter has all pairs. */
const ROWS = 100;

const idOf = (pair: PagePair): string => `${pair.site} ${pair.page} ${pair.hour} ${pair.network}`;

/** The scatter of both medians of each cell, the picked pair, and the pairs as a table. */
export function Pairs({ compared }: { compared: PageComparison }) {
  const [picked, setPicked] = useState<string | null>(null);
  const { pairs, unit } = compared;
  const a = shortLabel(compared.a.name);
  const b = shortLabel(compared.b.name);
  const label = `${metricLabel(compared.metric)}${unit === 'milliseconds' ? ', ms' : ''}`;
  const dots = useMemo(
    () =>
      pairs.map((pair) => ({
        id: idOf(pair),
        x: pair.a.median,
        y: pair.b.median,
        size: pair.a.views + pair.b.views,
        color: classColor(pair.network),
        text: `${pair.page}, ${pair.network}, ${moment(pair.hour)}`,
      })),
    [pairs],
  );
  if (pairs.length === 0) {
    return (
      <Text c="dimmed">
        No cell has 5 page views of both sides. {plural(compared.unpaired, 'cell')} have fewer of
        one side.
      </Text>
    );
  }
  const chosen = pairs.find((pair) => idOf(pair) === picked);
  return (
    <>
      <Text>
        {b} is faster in {count(compared.pairsBelow)} of {plural(pairs.length, 'pair')}: those below
        the diagonal.
        {compared.unpaired > 0 &&
          ` ${plural(compared.unpaired, 'cell')} have too few page views of one side.`}
      </Text>
      <Group align="flex-start" gap="lg">
        <Scatter
          dots={dots}
          across={`${a}: ${label}`}
          up={`${b}: ${label}`}
          label={`Scatter of ${a} and ${b}`}
          picked={picked}
          onPick={setPicked}
        />
        <div>
          <Classes pairs={pairs} />
          {chosen && <Picked pair={chosen} compared={compared} />}
        </div>
      </Group>
      <ScrollBox className="table-box" label="Pairs, table">
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Page</Table.Th>
              <Table.Th scope="col">Hour</Table.Th>
              <Table.Th scope="col">Network</Table.Th>
              <Table.Th scope="col" ta="right">
                {a}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {b}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Page views
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pairs.slice(0, ROWS).map((pair) => (
              <Table.Tr key={idOf(pair)}>
                <Table.Th scope="row" fw={400}>
                  <Button
                    variant="transparent"
                    size="compact-sm"
                    p={0}
                    aria-pressed={picked === idOf(pair)}
                    onClick={() => setPicked(idOf(pair))}
                  >
                    {pair.page}
                  </Button>
                </Table.Th>
                <Table.Td className="nowrap">{moment(pair.hour)}</Table.Td>
                <Table.Td>{pair.network}</Table.Td>
                <Table.Td ta="right">{metricValue(pair.a.median, unit)}</Table.Td>
                <Table.Td ta="right">{metricValue(pair.b.median, unit)}</Table.Td>
                <Table.Td ta="right">
                  {count(pair.a.views)} and {count(pair.b.views)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {pairs.length > ROWS && (
        <Text size="xs" c="dimmed">
          The {ROWS} pairs with the most page views.
        </Text>
      )}
    </>
  );
}

function Classes({ pairs }: { pairs: PagePair[] }) {
  const present = CLASSES.filter(({ network }) => pairs.some((pair) => pair.network === network));
  return (
    <Group gap="md">
      {present.map(({ network, color }) => (
        <Group key={network} gap={6}>
          <span
            aria-hidden="true"
            className="stacked-sample"
            style={{ background: `var(${color})` }}
          />
          <span>{network}</span>
        </Group>
      ))}
    </Group>
  );
}

/** Both cells of the picked pair. */
function Picked({ pair, compared }: { pair: PagePair; compared: PageComparison }) {
  const cells = [
    { name: shortLabel(compared.a.name), cell: pair.a },
    { name: shortLabel(compared.b.name), cell: pair.b },
  ];
  return (
    <section aria-label="Picked pair">
      <Text fw={600} mt="md">
        {pair.site}
        {pair.page}
      </Text>
      <Text size="sm">
        {moment(pair.hour)}, {pair.network}
      </Text>
      {cells.map(({ name, cell }) => (
        <Text key={name}>
          {name}: {metricValue(cell.median, compared.unit)} ({plural(cell.views, 'page view')})
        </Text>
      ))}
      {pair.a.median > 0 && <Text>Difference: {change(pair.b.median / pair.a.median - 1)}</Text>}
    </section>
  );
}
