import { Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { HistoryEvent } from '~/api/history';
import type { Mark } from '~/charts/series';
import { ScrollBox } from '~/parts/ScrollBox';
import { eventWord } from '~/text/events';
import { plural } from '~/text/numbers';
import { moment } from '~/text/times';

interface Props {
  /** Oldest first, as they are numbered on the chart. */
  events: readonly HistoryEvent[];
  /** Number of older ones that are not listed. */
  left?: number;
  /** Controls of an event. */
  actions?: (event: HistoryEvent) => ReactNode;
}

/** Events with the numbers of their marks on the chart, the newest first. */
export function EventTable({ events, left = 0, actions }: Props) {
  return (
    <>
      <ScrollBox className="table-box" label="Events, table">
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" ta="right">
                No.
              </Table.Th>
              <Table.Th scope="col">Time</Table.Th>
              <Table.Th scope="col" miw={200}>
                Event
              </Table.Th>
              <Table.Th scope="col">By</Table.Th>
              {actions && <Table.Th scope="col">Actions</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {events
              .map((event, index) => ({ event, number: index + 1 }))
              .reverse()
              .map(({ event, number }) => (
                <Table.Tr key={event.id} id={rowOf(event.id)} tabIndex={-1}>
                  <Table.Td ta="right">{number}</Table.Td>
                  <Table.Td className="nowrap">{moment(event.at)}</Table.Td>
                  <Table.Th scope="row" fw={400} className="wrap">
                    <strong>{eventWord(event.kind)}</strong>
                    {event.subject && ` · ${event.subject}`}
                    <Text size="sm">{event.text}</Text>
                  </Table.Th>
                  <Table.Td>{event.author}</Table.Td>
                  {actions && (
                    <Table.Td>
                      <Group gap="xs">{actions(event)}</Group>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {left > 0 && (
        <Text size="xs" c="dimmed">
          {plural(left, 'older event')} not shown. Choose a shorter range to see them.
        </Text>
      )}
    </>
  );
}

const rowOf = (id: string): string => `event-${id}`;

/** Moves the focus to the row of an event. */
export function showEvent(id: string): void {
  const row = document.getElementById(rowOf(id));
  row?.scrollIntoView({ block: 'nearest' });
  row?.focus();
}

export const markOf = (event: HistoryEvent): Mark => ({
  id: event.id,
  at: Date.parse(event.at),
  word: eventWord(event.kind),
  text: event.text,
});
