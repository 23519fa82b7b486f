import { Stack, Table, Text } from '@mantine/core';
import { type Timeline, useTimelines } from '~/api/timelines';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { TextLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { count } from '~/text/numbers';
import { moment } from '~/text/times';
import { StateTag } from './StateTag';
import { subjectOf } from './subject';
import { WatchForm } from './WatchForm';

export function TimelinesPage() {
  const query = useTimelines();
  return (
    <>
      <PageHead
        title="Timelines"
        lead="The order in which the streams of a connection sent their bytes, with the reasons. A few connections are recorded as samples, others on request. Paths are kept without queries; header fields are not kept."
      />
      <Stack gap="md">
        <WatchForm />
        <LoadingPanel query={query} what="the timelines">
          {(page) =>
            page.items.length > 0 ? (
              <TimelineTable items={page.items} />
            ) : (
              <EmptyPanel icon="history" title="Nothing is recorded yet">
                Only connections of HTTP/2 and HTTP/3 are recorded, as HTTP/1.1 has no order.
              </EmptyPanel>
            )
          }
        </LoadingPanel>
      </Stack>
    </>
  );
}

function TimelineTable({ items }: { items: Timeline[] }) {
  return (
    <ScrollBox className="panel scroll-x flush" label="Timelines, table">
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <TableHead
          columns={['Connection', 'State', 'Began', { number: 'Streams' }, { number: 'Events' }]}
        />
        <Table.Tbody>
          {items.map((timeline) => (
            <Table.Tr key={timeline.id}>
              <Table.Th scope="row" fw={400} className="wrap">
                <TextLink to="/timelines/$id" params={{ id: timeline.id }} size="sm">
                  {subjectOf(timeline)}
                </TextLink>
              </Table.Th>
              <Table.Td>
                <StateTag state={timeline.state} />
              </Table.Td>
              <Table.Td>{moment(timeline.startedAt)}</Table.Td>
              <Table.Td ta="right">{count(timeline.streams)}</Table.Td>
              <Table.Td ta="right">
                {count(timeline.recorded)}
                {timeline.dropped > 0 && (
                  <Text size="xs" c="dimmed">
                    {count(timeline.dropped)} dropped
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
