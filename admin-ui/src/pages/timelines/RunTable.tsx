import { Table, Text } from '@mantine/core';
import type { TimelineDetail } from '~/api/timelines';
import { milliseconds } from '~/charts/lanes';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { bytes, count, plural } from '~/text/numbers';
import { words } from '~/text/tokens';
import { type Run, reasonAndSource, runsOf } from './runs';

/** Maximum number of rows; the archive has all. */
const ROWS = 400;

/** The data of the chart as a table. */
export function RunTable({ detail }: { detail: TimelineDetail }) {
  const runs = runsOf(detail.events);
  return (
    <>
      <ScrollBox className="table-box" label="Events, table">
        <Table stickyHeader>
          <TableHead
            columns={[{ number: 'Time' }, { number: 'Stream' }, 'Event', 'Priority', 'Reason']}
          />
          <Table.Tbody>
            {runs.slice(0, ROWS).map((run) => (
              <Table.Tr key={run.sequence}>
                <Table.Th scope="row" fw={400} ta="right">
                  {milliseconds(run.from)}
                </Table.Th>
                <Table.Td ta="right">{run.stream}</Table.Td>
                <Table.Td>{what(run, detail)}</Table.Td>
                <Table.Td>{run.priority ?? '–'}</Table.Td>
                <Table.Td>
                  {reasonAndSource(detail.reasons[run.reason ?? ''] ?? '–', run.source)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {runs.length > ROWS && (
        <Text size="xs" c="dimmed">
          The first {count(ROWS)} of {count(runs.length)} rows; the archive has all.
        </Text>
      )}
    </>
  );
}

function what(run: Run, { streams }: TimelineDetail): string {
  switch (run.kind) {
    case 'opened': {
      const stream = streams.find((each) => each.stream === run.stream);
      return stream === undefined ? 'Opened' : `Opened: ${stream.method} ${stream.path}`;
    }
    case 'head':
      return `Head, status ${run.status}`;
    case 'sent':
      return `Sent ${plural(run.frames, 'frame')}, ${bytes(run.bytes)}`;
    default:
      return words(run.kind);
  }
}
