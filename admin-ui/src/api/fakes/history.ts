import type { Schemas } from '../client';
import { fakeReport, refusal } from './reports';
import { Refusal } from './store';

type Event = Schemas['HistoryEvent'];
type Protocol = Schemas['HistoryProtocol'];

const PROTOCOLS: readonly Protocol[] = ['http/1.1', 'h2', 'h3'];
const WIDTHS = [
  1, 2, 5, 10, 30, 60, 120, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
];
const MOST = 500;
const HOUR = 3_600_000;

/** Measures that no protocol has of its own. */
const WHOLE = ['cpuSeconds', 'accepted', 'upstream_opened', 'upstream_requests'];

/** History of a gateway that got HTTP/2 three hours ago. */
export class FakeHistory {
  /** Clock of the gateway, in milliseconds. */
  now: () => number = Date.now;
  /** Beginning of the history; null without any. */
  firstAt: number | null;
  author = 'admin';
  events: Event[];
  reports: Schemas['Report'][] = [];
  /** Requests for reports are refused. */
  isThin = false;
  /** Each request is refused: the store is away. */
  isAway = false;
  readonly nodes: Schemas['HistoryNode'][] = [{ id: 'n1', name: 'gate-1' }];
  private next = 3;

  constructor(now: () => number) {
    this.now = now;
    this.firstAt = now() - 40 * 24 * HOUR;
    this.events = [
      event('e1', now() - 3 * HOUR, 'protocols', 'public serves h2 and h3', 'gateway', 'public'),
      event('e2', now() - 4 * 60_000, 'deploy', 'shop 4.2', 'kim', 'shop.example'),
    ];
    this.reports.push(fakeReport('r1', this.events[0] as Event));
  }

  get(values: URLSearchParams): Schemas['History'] {
    const { from, to, width, asked } = this.range(values);
    const starts = pointsOf(from, to, width);
    const measures = values.getAll('measure');
    const events = this.events
      .filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= asked)
      .sort((a, b) => a.at.localeCompare(b.at));
    const range = (begin: number) => {
      const points = starts.map((start) => start - (from - begin));
      return {
        from: iso(begin),
        to: iso(begin + points.length * width * 1000),
        points: points.map(iso),
        series: measures.flatMap((measure) => this.seriesOf(measure, points, width)),
      };
    };
    const length = to - from;
    return {
      ...range(from),
      widthSeconds: width,
      ...(values.get('compare') === 'previous' ? { previous: range(from - length) } : {}),
      events,
      eventsLeft: 0,
      nodes: this.nodes,
      firstAt: this.firstAt === null ? null : iso(this.firstAt),
    };
  }

  totals(values: URLSearchParams): Schemas['HistoryTotals'] {
    const { from, to, width } = this.range(values);
    const points = pointsOf(from, to, width);
    const names = { all: [''], listener: ['public'], site: ['shop.example', 'blog.example'] }[
      (values.get('scope') ?? 'all') as Schemas['HistoryScope']
    ];
    const measures = values.getAll('measure');
    const rows = names.flatMap((name) =>
      (['all', ...PROTOCOLS] as const).map((protocol) => ({
        name,
        protocol,
        values: Object.fromEntries(
          measures.map((measure) => [measure, this.total(measure, protocol, points, width, name)]),
        ),
      })),
    );
    return { from: iso(from), to: iso(to), rows };
  }

  page(values: URLSearchParams): Schemas['HistoryEventPage'] {
    this.check();
    const limit = Number(values.get('limit') ?? 100);
    const items = [...this.events].sort((a, b) => b.at.localeCompare(a.at));
    return { total: items.length, next: null, items: items.slice(0, limit) };
  }

  note(body: Schemas['NewHistoryEvent']): Event {
    const at = body.at === undefined ? this.now() : Date.parse(body.at);
    const id = `e${this.next++}`;
    const added = event(id, at, body.kind, body.text, this.author, body.subject ?? null);
    this.events.push(added);
    return added;
  }

  change(id: string, body: Schemas['NewHistoryEvent']): Event {
    const found = this.find(id);
    return Object.assign(found, {
      kind: body.kind,
      text: body.text,
      subject: body.subject ?? null,
      at: body.at ?? found.at,
    });
  }

  remove(id: string): undefined {
    this.events.splice(this.events.indexOf(this.find(id)), 1);
  }

  ask(request: Schemas['ReportRequest']): Schemas['Report'] {
    const about = request.event === undefined ? null : this.find(request.event);
    const at = about?.at ?? request.at ?? '';
    const asked = { site: request.site ?? null, zone: request.zone ?? 'UTC', days: request.days };
    if (this.isThin) return refusal(at, about, asked);
    const made = fakeReport(`r${this.reports.length + 1}`, about, at, asked);
    this.reports.unshift(made);
    return made;
  }

  report(id: string): Schemas['Report'] {
    const found = this.reports.find((each) => each.id === id);
    if (found === undefined) throw new Refusal(404, 'not-found', `report: ${id}`);
    return found;
  }

  summaries(): Schemas['ReportPage'] {
    const items = this.reports.map((each) => ({
      id: each.id ?? '',
      title: each.title,
      at: each.question.at,
      site: each.question.site,
      basis: each.basis ?? ('quick' as const),
      conclusion: each.conclusion,
      author: each.author,
      createdAt: each.createdAt,
    }));
    return { total: items.length, next: null, items };
  }

  private find(id: string): Event {
    const found = this.events.find((each) => each.id === id);
    if (found === undefined) throw new Refusal(404, 'not-found', `event: ${id}`);
    return found;
  }

  private check(): void {
    if (this.isAway) throw new Refusal(503, 'store-unavailable', 'The store cannot be reached');
  }

  private range(values: URLSearchParams) {
    this.check();
    const to = Date.parse(values.get('to') ?? iso(this.now()));
    const seconds = Number(values.get('seconds') ?? 3600);
    const from = Date.parse(values.get('from') ?? iso(to - seconds * 1000));
    if (!(from < to)) throw new Refusal(400, 'invalid', `from: ${iso(from)} (expected: before to)`);
    const width = WIDTHS.find((each) => (to - from) / 1000 / each <= MOST) ?? 86_400;
    const step = width * 1000;
    return {
      from: Math.floor(from / step) * step,
      to: Math.floor(to / step) * step,
      width,
      asked: to,
    };
  }

  private seriesOf(measure: string, points: number[], width: number): Schemas['HistorySeries'][] {
    const protocols: readonly Protocol[] = WHOLE.includes(measure)
      ? ['all']
      : ['all', ...PROTOCOLS];
    return protocols.map((protocol) => ({
      measure,
      protocol,
      values: points.map((point) => this.value(measure, protocol, point, width)),
    }));
  }

  private total(
    measure: string,
    protocol: Protocol,
    points: number[],
    width: number,
    name: string,
  ): number | null {
    if (WHOLE.includes(measure) && (protocol !== 'all' || name !== '')) return null;
    const values = points
      .map((point) => this.value(measure, protocol, point, width))
      .filter((value) => value !== null);
    if (values.length === 0) return null;
    const sum = values.reduce((all, value) => all + value, 0);
    return isMean(measure) ? sum / values.length : Math.round(sum);
  }

  /** Returns a value that repeats each day, and differs before and after the first event. */
  private value(measure: string, protocol: Protocol, at: number, width: number): number | null {
    if (this.firstAt === null || at < this.firstAt) return null;
    if (protocol === 'all' && !isMean(measure) && !WHOLE.includes(measure)) {
      return PROTOCOLS.reduce((sum, each) => sum + (this.value(measure, each, at, width) ?? 0), 0);
    }
    const isAfter = at >= this.now() - 3 * HOUR;
    const share = {
      all: 1,
      'http/1.1': isAfter ? 0.1 : 1,
      h2: isAfter ? 0.7 : 0,
      h3: isAfter ? 0.2 : 0,
    };
    const day = 1 + 0.4 * Math.sin((at / (24 * HOUR)) * 2 * Math.PI);
    const requests = 25 * width * share[protocol] * day;
    const opened = requests / (protocol === 'http/1.1' ? 8 : 55);
    const known: Record<string, number> = {
      requests,
      page_views: requests / 20,
      opened,
      open: (opened / width) * 40,
      h1_equivalent: requests / 8,
      saved: requests / 8 - opened,
      requestsPerConnection: protocol === 'http/1.1' ? 8 : 55,
      handshakes_full: opened * 0.4,
      handshakes_resumed: opened * 0.6,
      failed_tls: opened * 0.001,
      handshake_nanos: opened * 300_000,
      cpuSeconds: 0.004 * requests,
      inFlight: requests / width / 40,
      ageP50: protocol === 'http/1.1' ? 7.5 : 43,
      ageP95: protocol === 'http/1.1' ? 61 : 480,
      connectionRequestsP50: protocol === 'http/1.1' ? 6 : 40,
      p50: 12,
      p95: 85,
      p99: 240,
      bytes_out: requests * 18_000,
      server_errors: Math.round(requests / 900),
      upstream_opened: requests / 300,
      upstream_requests: requests * 0.9,
    };
    return Math.round((known[measure] ?? 0) * 1000) / 1000;
  }
}

const isMean = (measure: string): boolean =>
  [
    'open',
    'inFlight',
    'requestsPerConnection',
    'connectionRequestsP50',
    'ageP50',
    'ageP95',
    'p50',
    'p95',
    'p99',
  ].includes(measure);

function pointsOf(from: number, to: number, width: number): number[] {
  const points: number[] = [];
  for (let at = from; at < to; at += width * 1000) points.push(at);
  return points;
}

const iso = (at: number): string => new Date(at).toISOString();

function event(
  id: string,
  at: number,
  kind: Event['kind'],
  text: string,
  author: string,
  subject: string | null,
): Event {
  return { id, at: iso(at), node: null, kind, subject, text, author };
}
