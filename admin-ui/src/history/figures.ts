import type { History, HistoryProtocol } from '~/api/history';
import type { Series } from '~/charts/series';
import { bytes, count, decimal, measured } from '~/text/numbers';
import { PROTOCOLS, type ProtocolLook } from '~/text/protocols';

/** Values of a chart, and the way to show them. */
export interface Figure {
  /** Its name in an address. */
  id: string;
  label: string;
  /** Name of the measure in the contract. */
  measure: string;
  /** Lines of the protocols, or one line of the whole. */
  byProtocol: boolean;
  /** Divides counts by the seconds of their period. */
  perSecond?: boolean;
  format: (value: number) => string;
  definition: string;
}

const milliseconds = (value: number): string => `${measured(value)} ms`;
const seconds = (value: number): string => `${measured(value)} s`;

export const OPEN: Figure = {
  id: 'open',
  label: 'Open connections',
  measure: 'open',
  byProtocol: true,
  format: decimal,
  definition: 'Mean number of connections that were open at the same time.',
};

const IN_FLIGHT: Figure = {
  id: 'inFlight',
  label: 'Requests in flight',
  measure: 'inFlight',
  byProtocol: true,
  format: decimal,
  definition:
    'Mean number of requests whose response was not complete. Over HTTP/2 and HTTP/3 each is a stream.',
};

export const REQUEST_RATE: Figure = {
  id: 'requests',
  label: 'Requests per second',
  measure: 'requests',
  byProtocol: true,
  perSecond: true,
  format: decimal,
  definition: 'Requests, divided by the seconds of their period.',
};

const age = (quantile: string, measure: string, words: string): Figure => ({
  id: measure,
  label: `Age of a connection, ${quantile}`,
  measure,
  byProtocol: true,
  format: seconds,
  definition: `${words} of the connections that closed were open for at most this time. It is at most 12.5% too high.`,
});

const firstByte = (quantile: string, words: string): Figure => ({
  id: quantile,
  label: `Time to first byte, ${quantile}`,
  measure: quantile,
  byProtocol: true,
  format: milliseconds,
  definition: `${words} of all requests had the head of their response sent within this time. It is at most 12.5% too high.`,
});

/** Figures of the Savings screen, in the order of their menu. */
export const FIGURES: readonly Figure[] = [
  {
    id: 'opened',
    label: 'Connections opened',
    measure: 'opened',
    byProtocol: true,
    format: count,
    definition: 'Connections that clients opened in each period.',
  },
  OPEN,
  {
    id: 'saved',
    label: 'Connections saved',
    measure: 'saved',
    byProtocol: true,
    format: count,
    definition:
      'HTTP/1.1 equivalent minus connections opened. An estimate: a report shows measured HTTP/1.1 visitors beside it.',
  },
  {
    id: 'perConnection',
    label: 'Requests per connection',
    measure: 'requestsPerConnection',
    byProtocol: true,
    format: decimal,
    definition: 'Requests divided by the connections opened in the same period.',
  },
  {
    id: 'connectionRequests',
    label: 'Requests of a closed connection, p50',
    measure: 'connectionRequestsP50',
    byProtocol: true,
    format: count,
    definition: 'Half of the connections that closed had at most this number of requests.',
  },
  age('p50', 'ageP50', 'Half'),
  age('p95', 'ageP95', '95 of 100'),
  IN_FLIGHT,
  {
    id: 'full',
    label: 'Full handshakes',
    measure: 'handshakes_full',
    byProtocol: true,
    format: count,
    definition: 'Handshakes with a certificate and its signature, most of the CPU of a handshake.',
  },
  {
    id: 'resumed',
    label: 'Resumed handshakes',
    measure: 'handshakes_resumed',
    byProtocol: true,
    format: count,
    definition: 'Handshakes that continued an earlier session and skipped the certificate.',
  },
  {
    id: 'cpu',
    label: 'CPU time',
    measure: 'cpuSeconds',
    byProtocol: false,
    format: seconds,
    definition: 'CPU time of the event loops in each period, for all protocols together.',
  },
  REQUEST_RATE,
  {
    id: 'views',
    label: 'Page views',
    measure: 'page_views',
    byProtocol: true,
    format: count,
    definition: 'Requests of browsers for a page of its own, by Sec-Fetch-Mode and Sec-Fetch-Dest.',
  },
  firstByte('p50', 'Half'),
  firstByte('p95', '95 of 100'),
  firstByte('p99', '99 of 100'),
  {
    id: 'bytes',
    label: 'Bytes sent',
    measure: 'bytes_out',
    byProtocol: true,
    format: bytes,
    definition: 'Bytes of response bodies in each period.',
  },
  {
    id: 'errors',
    label: 'Server errors',
    measure: 'server_errors',
    byProtocol: true,
    format: count,
    definition: 'Responses with a status of 500 or above.',
  },
];

/** Returns the lines of a figure, followed by those of the previous period if there are any. */
export function seriesOf(history: History, figure: Figure): Series {
  const lines = linesOf(figure);
  const read = (range: Pick<History, 'series'>, protocol: HistoryProtocol) => {
    const found = range.series.find(
      (each) => each.measure === figure.measure && each.protocol === protocol,
    );
    const values = history.points.map((_, index) => found?.values[index] ?? null);
    return figure.perSecond
      ? values.map((value) => (value === null ? null : value / history.widthSeconds))
      : values;
  };
  const { previous } = history;
  return {
    times: history.points.map((point) => Date.parse(point)),
    format: figure.format,
    lines: [
      ...lines.map(({ protocol, ...look }) => ({ ...look, values: read(history, protocol) })),
      ...(previous
        ? lines.map(({ protocol, ...look }) => ({
            ...look,
            label: `${look.label}, before`,
            faint: true,
            values: read(previous, protocol),
          }))
        : []),
    ],
  };
}

type LineLook = Omit<ProtocolLook, 'protocol'> & { protocol: HistoryProtocol };

function linesOf(figure: Figure): readonly LineLook[] {
  if (figure.byProtocol) return PROTOCOLS;
  return [{ protocol: 'all', label: figure.label, color: '--protocol-h2', dash: [] }];
}
