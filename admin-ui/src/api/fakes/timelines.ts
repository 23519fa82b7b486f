import type { Schemas } from '../client';
import { Refusal } from './store';

type Detail = Schemas['TimelineDetail'];
type Event = Schemas['TimelineEvent'];

const MILLI = 1_000_000;
const REASONS = {
  'most-urgent': 'No stream was more urgent, and it is the oldest non-incremental one.',
  'blocking-asset-raised': 'The page cannot be painted without it and the client gave no order.',
  'not-blocking': "Its content type does not hold up painting, so the client's order stands.",
  complete: 'The whole response was sent.',
};

/** One recorded page: a style sheet that overtakes an image. */
export class FakeTimelines {
  readonly all: Detail[] = [recorded()];

  summaries(): Schemas['Timeline'][] {
    return this.all.map(({ timeline }) => timeline);
  }

  get(id: string): Detail {
    const found = this.all.find(({ timeline }) => timeline.id === id);
    if (found === undefined) throw new Refusal(404, 'not-found', `timeline: ${id}`);
    return found;
  }

  watch({ client, host, includeOpen = false }: Schemas['TimelineWatch']): Schemas['Timeline'] {
    const timeline: Schemas['Timeline'] = {
      ...summary(),
      id: '2',
      state: 'waiting',
      origin: 'watch',
      author: 'admin',
      filter: { client: client ?? null, host: host ?? null, includeOpen },
      expiresAt: '2026-11-21T09:45:00Z',
      endedAt: null,
      connection: null,
      streams: 0,
      recorded: 0,
    };
    this.all.unshift({
      timeline,
      note: 'No connection has come yet.',
      streams: [],
      events: [],
      reasons: {},
    });
    return timeline;
  }

  forget(id: string): undefined {
    this.all.splice(this.all.indexOf(this.get(id)), 1);
  }
}

function summary(): Schemas['Timeline'] {
  return {
    id: '1',
    state: 'ended',
    origin: 'sample',
    author: null,
    filter: null,
    startedAt: '2026-11-21T09:40:00Z',
    expiresAt: null,
    endedAt: '2026-11-21T09:40:01Z',
    connection: { id: '2s', protocol: 'h2', peer: '192.0.2.7:51234', listener: 'public' },
    streams: 2,
    streamsDropped: 0,
    capacity: 4096,
    recorded: 11,
    dropped: 0,
  };
}

function recorded(): Detail {
  return {
    timeline: summary(),
    note: 'Each `sent` is a DATA frame, in the order in which the gateway wrote them to the connection.',
    streams: [
      stream(1, '/assets/hero.jpg', 'u=3', 'image/jpeg', 0, 10),
      stream(3, '/assets/site.css', 'u=0', 'text/css', 1, 5),
    ],
    events: [
      event(0, 0, 1, 'opened', { priority: 'u=3' }),
      event(1, 1, 3, 'opened', { priority: 'u=3' }),
      event(2, 2, 1, 'priority', { reason: 'not-blocking', priority: 'u=3' }),
      event(3, 2, 1, 'head', { status: 200, priority: 'u=3' }),
      event(4, 3, 3, 'priority', { reason: 'blocking-asset-raised', priority: 'u=0' }),
      event(5, 3, 3, 'head', { status: 200, priority: 'u=0' }),
      event(6, 4, 3, 'sent', { bytes: 16_375, reason: 'most-urgent', priority: 'u=0' }),
      event(7, 4.04, 3, 'sent', { bytes: 3625, reason: 'most-urgent', priority: 'u=0' }),
      event(8, 6, 3, 'ended', { reason: 'complete', priority: 'u=0' }),
      event(9, 8, 1, 'sent', { bytes: 16_375, reason: 'most-urgent', priority: 'u=3' }),
      event(10, 10, 1, 'ended', { reason: 'complete', priority: 'u=3' }),
    ],
    reasons: REASONS,
  };
}

const event = (
  sequence: number,
  at: number,
  stream: number,
  kind: Event['kind'],
  more: Partial<Event>,
): Event => ({
  sequence,
  atNanos: at * MILLI,
  stream,
  kind,
  bytes: null,
  status: null,
  reason: null,
  source: null,
  priority: null,
  ...more,
});

const stream = (
  id: number,
  path: string,
  priority: string,
  contentType: string,
  opened: number,
  ended: number,
): Schemas['TimelineStream'] => ({
  stream: id,
  promisedOn: null,
  method: 'GET',
  scheme: 'https',
  host: 'www.example.com',
  path,
  asked: 'u=3',
  priority,
  status: 200,
  contentType,
  bytes: id === 1 ? 16_375 : 20_000,
  frames: id === 1 ? 1 : 2,
  openedNanos: opened * MILLI,
  headNanos: (opened + 2) * MILLI,
  firstNanos: (opened + 3) * MILLI,
  lastNanos: ended * MILLI,
  endedNanos: ended * MILLI,
  ending: 'complete',
});
