import { Table, Text } from '@mantine/core';
import type { PageView } from '~/api/timings';
import { TextLink } from '~/parts/links';
import { ScrollBox } from '~/parts/ScrollBox';
import { moment } from '~/text/times';
import { timeOf } from './lines';

const TIMES = [
  ['ttfb', 'TTFB'],
  ['fcp', 'FCP'],
  ['lcp', 'LCP'],
  ['load', 'Load'],
] as const;

/** Newest page views, each with its main times. */
export function ViewTable({ views }: { views: readonly PageView[] }) {
  return (
    <ScrollBox label="Newest page views, table">
      <Table>
        <Table.Thead>
          <Table.Tr>
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
                    {value === undefined ? '–' : timeOf(key)(value)}
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
