import { Checkbox, Table, Text } from '@mantine/core';
import type { PageView } from '~/api/views';
import { TextLink } from '~/parts/links';
import { ScrollBox } from '~/parts/ScrollBox';
import { moment } from '~/text/times';
import { ms } from './rows';

const TIMES = [
  ['ttfb', 'TTFB'],
  ['lcp', 'LCP'],
  ['load', 'Load'],
] as const;

export type Chosen = [string | undefined, string | undefined];

interface Props {
  views: readonly PageView[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

/** Page views with their main times. Two of those with a waterfall can be chosen. */
export function ViewList({ views, chosen, onChoose }: Props) {
  const toggle = (id: string) => {
    const rest = chosen.filter((each) => each !== undefined && each !== id);
    onChoose(
      chosen.includes(id) ? [rest[0], undefined] : [rest[0] ?? id, rest[0] ? id : undefined],
    );
  };
  const isFull = chosen[0] !== undefined && chosen[1] !== undefined;
  return (
    <ScrollBox className="panel scroll-x flush" label="Page views, table">
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Choose</Table.Th>
            <Table.Th scope="col">Page</Table.Th>
            <Table.Th scope="col">Protocol</Table.Th>
            <Table.Th scope="col">Cache</Table.Th>
            <Table.Th scope="col">Device</Table.Th>
            <Table.Th scope="col">Outcome</Table.Th>
            {TIMES.map(([key, label]) => (
              <Table.Th key={key} scope="col" ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {views.map((view) => (
            <Table.Tr key={view.id}>
              <Table.Td>
                {view.hasWaterfall && (
                  <Checkbox
                    size="xs"
                    aria-label={`Choose ${view.page}, ${moment(view.at)}`}
                    checked={chosen.includes(view.id)}
                    disabled={isFull && !chosen.includes(view.id)}
                    onChange={() => toggle(view.id)}
                  />
                )}
              </Table.Td>
              <Table.Th scope="row" fw={400} className="wrap">
                {view.hasWaterfall ? (
                  <TextLink to="/views/$id" params={{ id: view.id }} size="sm" className="mono">
                    {view.page}
                  </TextLink>
                ) : (
                  <span className="mono">{view.page}</span>
                )}
                <Text size="xs" c="dimmed">
                  {view.site}, {moment(view.at)}
                </Text>
              </Table.Th>
              <Table.Td>{view.protocol}</Table.Td>
              <Table.Td>{view.cacheState}</Table.Td>
              <Table.Td>
                {view.device}, {view.browser}
              </Table.Td>
              <Table.Td>{view.outcome}</Table.Td>
              {TIMES.map(([key]) => {
                const value = view.times[key];
                return (
                  <Table.Td key={key} ta="right">
                    {value === undefined ? '–' : ms(value)}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
