import { Text } from '@mantine/core';
import type { TimelineDetail } from '~/api/timelines';
import { milliseconds } from '~/charts/lanes';
import { Panel } from '~/parts/Panel';
import { decisionsOf, reasonAndSource } from './runs';

/** Maximum number of decisions in the list; the table has the others. */
const MOST = 100;

/** Decisions on the order of streams, with the numbers of their marks in the chart. */
export function Decisions({ detail }: { detail: TimelineDetail }) {
  const decisions = decisionsOf(detail);
  return (
    <Panel title="Priority decisions">
      {decisions.length === 0 ? (
        <Text size="sm" c="dimmed">
          No decision on the order was made after the requests had arrived.
        </Text>
      ) : (
        <ol className="decisions">
          {decisions.slice(0, MOST).map(({ number, at, stream, priority, sentence, source }) => (
            <li key={number} value={number}>
              <strong>
                Stream {stream}: {priority ?? 'unknown'}
              </strong>{' '}
              after {milliseconds(at)}. {reasonAndSource(sentence, source)}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
