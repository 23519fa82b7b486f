import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PageView } from '~/api/views';
import { TextLink } from '~/parts/links';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { ms } from '~/text/numbers';
import { shortLabel } from '~/text/protocols';
import { moment } from '~/text/times';

/** Columns of times in milliseconds. */
type Times = readonly (readonly [key: keyof PageView['times'], label: string])[];

interface Props {
  label: string;
  className?: string;
  views: readonly PageView[];
  times: Times;
  /** A control before each view, with the heading of its column. */
  choice?: { heading: string; of: (view: PageView) => ReactNode };
}

/** Page views with some of their times. Those with a waterfall link to it. */
export function ViewTable({ label, className, views, times, choice }: Props) {
  return (
    <ScrollBox label={label} {...(className === undefined ? {} : { className })}>
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <TableHead
          columns={[
            ...(choice ? [choice.heading] : []),
            'Page',
            'Protocol',
            'Cache',
            'Device',
            'Outcome',
            ...times.map(([, name]) => ({ number: name })),
          ]}
        />
        <Table.Tbody>
          {views.map((view) => (
            <Table.Tr key={view.id}>
              {choice && <Table.Td>{choice.of(view)}</Table.Td>}
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
              <Table.Td>{shortLabel(view.protocol)}</Table.Td>
              <Table.Td>{view.cacheState}</Table.Td>
              <Table.Td>
                {view.device}, {view.browser}
              </Table.Td>
              <Table.Td>{view.outcome}</Table.Td>
              {times.map(([key]) => {
                const value = view.times[key];
                return (
                  <Table.Td key={key} ta="right" className="nowrap">
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
