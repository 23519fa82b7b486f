import type { TimelineDetail, TimelineEvent } from '~/api/timelines';
import { milliseconds } from '~/charts/lanes';
import { plural } from '~/text/numbers';

/** Events without a long pause between them: usually one page. */
export interface Burst {
  /** From 1. */
  number: number;
  from: number;
  to: number;
  label: string;
  events: TimelineEvent[];
}

/** Pause in nanoseconds that separates bursts. Otherwise pauses would fill the chart of a long connection. */
const SILENCE = 1e9;

/** Returns the bursts, the oldest first. */
export function burstsOf({ events }: TimelineDetail): Burst[] {
  const parts: TimelineEvent[][] = [];
  for (const event of events) {
    const last = parts.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined || event.atNanos - before.atNanos > SILENCE) {
      parts.push([event]);
    } else {
      last.push(event);
    }
  }
  return parts.map((part, index) => burst(part, index + 1));
}

function burst(events: TimelineEvent[], number: number): Burst {
  const from = events[0]?.atNanos ?? 0;
  const to = events.at(-1)?.atNanos ?? from;
  const streams = new Set(events.map(({ stream }) => stream)).size;
  return {
    number,
    from,
    to,
    label: `${number}: after ${milliseconds(from)}, ${plural(streams, 'stream')} in ${milliseconds(to - from)}`,
    events,
  };
}
