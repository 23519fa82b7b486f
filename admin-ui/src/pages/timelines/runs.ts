import type { TimelineDetail, TimelineEvent, TimelineStream } from '~/api/timelines';
import { type Lane, type Mark, milliseconds } from '~/charts/lanes';
import { bytes, plural } from '~/text/numbers';
import { words } from '~/text/tokens';
import type { Burst } from './bursts';

/** Row of the table of events. Consecutive frames of one stream with the same reason are one row. */
export interface Run {
  sequence: number;
  from: number;
  to: number;
  stream: number;
  kind: TimelineEvent['kind'];
  frames: number;
  bytes: number;
  status: number | null;
  reason: string | null;
  source: string | null;
  priority: string | null;
}

/** @param gap nanoseconds without a frame that separate two frames of one stream */
export function runsOf(
  events: readonly TimelineEvent[],
  gap: number = Number.POSITIVE_INFINITY,
): Run[] {
  const runs: Run[] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last !== undefined && continues(last, event) && event.atNanos - last.to <= gap) {
      last.to = event.atNanos;
      last.frames += 1;
      last.bytes += event.bytes ?? 0;
    } else {
      runs.push({
        sequence: event.sequence,
        from: event.atNanos,
        to: event.atNanos,
        stream: event.stream,
        kind: event.kind,
        frames: 1,
        bytes: event.bytes ?? 0,
        status: event.status,
        reason: event.reason,
        source: event.source,
        priority: event.priority,
      });
    }
  }
  return runs;
}

const continues = (run: Run, event: TimelineEvent): boolean =>
  run.kind === 'sent' &&
  event.kind === 'sent' &&
  run.stream === event.stream &&
  run.reason === event.reason &&
  run.priority === event.priority;

/** Decision on a stream's place in the order, with its number in the chart. */
export interface Decision {
  number: number;
  at: number;
  stream: number;
  priority: string | null;
  sentence: string;
  source: string | null;
}

export function decisionsOf({ events, reasons }: TimelineDetail): Decision[] {
  return events
    .filter(({ kind }) => kind === 'priority')
    .map((event, index) => ({
      number: index + 1,
      at: event.atNanos,
      stream: event.stream,
      priority: event.priority,
      sentence: reasons[event.reason ?? ''] ?? words(event.reason ?? ''),
      source: event.source,
    }));
}

/** Returns the reason, with the rule or entry of a manifest if there is one. */
export const reasonAndSource = (sentence: string, source: string | null): string =>
  source === null ? sentence : `${sentence} It is ${source}.`;

/** A pause of at least this share of the picture's width is drawn as a gap. */
const VISIBLE = 1 / 200;

/** Returns a lane for each stream with events: bars are sent frames, marks are decisions on its order. */
export function lanesOf(detail: TimelineDetail, burst: Burst): Lane[] {
  const busy = new Set(burst.events.map(({ stream }) => stream));
  const decisions = decisionsOf(detail).filter(({ at }) => at >= burst.from && at <= burst.to);
  const gap = Math.max(1, (burst.to - burst.from) * VISIBLE);
  const runs = runsOf(burst.events, gap).filter(({ kind }) => kind === 'sent');
  return detail.streams
    .filter(({ stream }) => busy.has(stream))
    .map((stream) => ({
      id: stream.stream,
      label: `${stream.stream}  ${stream.method} ${stream.path}`,
      note: noteOf(stream),
      from: Math.max(stream.openedNanos, burst.from),
      to: Math.min(stream.endedNanos ?? burst.to, burst.to),
      bars: runs
        .filter((run) => run.stream === stream.stream)
        .map((run) => ({ from: run.from, to: run.to, label: sentLabel(run, detail) })),
      marks: decisions.filter((decision) => decision.stream === stream.stream).map(markOf),
    }));
}

const markOf = ({ number, at, priority, sentence, source }: Decision): Mark => ({
  number,
  at,
  label: `${number}: ${priority ?? ''}. ${reasonAndSource(sentence, source)}`,
});

function noteOf(stream: TimelineStream): string {
  const parts = [
    stream.priority ?? '',
    stream.status === null ? '' : String(stream.status),
    bytes(stream.bytes),
    stream.promisedOn === null ? '' : `pushed with ${stream.promisedOn}`,
    stream.ending === 'failed' ? 'failed' : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

const sentLabel = (run: Run, { reasons }: TimelineDetail): string =>
  `${milliseconds(run.from)}: ${plural(run.frames, 'frame')}, ${bytes(run.bytes)}. ${reasons[run.reason ?? ''] ?? ''}`;
