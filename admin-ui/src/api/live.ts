import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { API_BASE, type Protocol, type Schemas } from './client';

export type Savings = Schemas['Savings'];
export type ConnectionSummary = Schemas['ConnectionSummary'];
export type SnapshotEvent = Schemas['SnapshotEvent'];
export type PublicationsEvent = Schemas['PublicationsEvent'];

/** Values of the chart at one time. */
export interface Sample {
  /** Milliseconds since the epoch, by this browser's clock. */
  at: number;
  open: Record<Protocol, number>;
  requests: Record<Protocol, number> | null;
}

export interface Live {
  link: 'connecting' | 'open' | 'lost';
  /** Time of the last event, by this browser's clock. */
  heardAt: number | null;
  /** Milliseconds by which the gateway's clock is ahead of this browser's. */
  skew: number;
  savings: Savings | null;
  connections: ConnectionSummary | null;
  snapshot: SnapshotEvent | null;
  publications: PublicationsEvent | null;
  samples: readonly Sample[];
}

/** The gateway sends at most one event per two seconds; the samples cover ten minutes. */
const SAMPLE_MS = 2000;
const SAMPLES = 300;
const REOPEN_MS = 5000;
const PROTOCOLS: readonly Protocol[] = ['http/1.1', 'h2', 'h3'];

const EMPTY: Live = {
  link: 'connecting',
  heardAt: null,
  skew: 0,
  savings: null,
  connections: null,
  snapshot: null,
  publications: null,
  samples: [],
};

/** The only event stream of this tab. It opens with the first listener and closes with the last. */
export class LiveValues {
  private value: Live = EMPTY;
  private readonly listeners = new Set<() => void>();
  private source: EventSource | null = null;
  private ticker: ReturnType<typeof setInterval> | null = null;

  /** Called when the server ends the stream permanently, as at the end of the session. */
  onEnd: () => void = () => {};

  read = (): Live => this.value;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.source === null) this.open();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.close();
      // No user is signed in; the next user starts without values.
      this.value = EMPTY;
    };
  };

  private open(): void {
    const source = new EventSource(
      `${API_BASE}/events?topics=savings,connections,snapshot,publications`,
    );
    this.source = source;
    source.addEventListener('open', () => this.set({ link: 'open' }));
    source.addEventListener('error', () => this.lose(source));
    source.addEventListener('savings', (event) =>
      this.receive({ savings: JSON.parse(event.data) }),
    );
    source.addEventListener('connections', (event) => {
      const connections: ConnectionSummary = JSON.parse(event.data);
      this.receive({ connections, skew: Date.parse(connections.at) - Date.now() });
    });
    source.addEventListener('snapshot', (event) =>
      this.receive({ snapshot: JSON.parse(event.data) }),
    );
    source.addEventListener('publications', (event) =>
      this.receive({ publications: JSON.parse(event.data) }),
    );
    this.ticker = setInterval(() => this.sample(Date.now()), SAMPLE_MS);
  }

  private close(): void {
    this.source?.close();
    this.source = null;
    if (this.ticker !== null) clearInterval(this.ticker);
  }

  private lose(source: EventSource): void {
    this.set({ link: 'lost' });
    // The browser retries after a broken connection, but not after a response such as 401.
    if (source.readyState !== EventSource.CLOSED) return;
    this.close();
    this.set({ link: 'lost' });
    this.onEnd();
    setTimeout(() => {
      if (this.listeners.size > 0 && this.source === null) this.open();
    }, REOPEN_MS);
  }

  private receive(part: Partial<Live>): void {
    this.set({ ...part, link: 'open', heardAt: Date.now() });
    if (this.value.samples.length === 0) this.sample(Date.now());
  }

  /** Adds a sample. The gateway sends no event while nothing changes, so the last values stay valid. */
  private sample(at: number): void {
    const { link, connections, savings, samples } = this.value;
    if (link !== 'open' || connections === null) return;
    const sample: Sample = {
      at,
      open: byProtocol(
        (protocol) => connections.byProtocol.find((row) => row.protocol === protocol)?.open,
      ),
      requests:
        savings &&
        byProtocol(
          (protocol) =>
            savings.byProtocol.find((row) => row.protocol === protocol)?.counters.requests,
        ),
    };
    this.set({ samples: [...samples.slice(1 - SAMPLES), sample] });
  }

  private set(part: Partial<Live>): void {
    this.value = { ...this.value, ...part };
    for (const listener of this.listeners) listener();
  }
}

function byProtocol(read: (protocol: Protocol) => number | undefined): Record<Protocol, number> {
  const pairs = PROTOCOLS.map((protocol) => [protocol, read(protocol) ?? 0]);
  return Object.fromEntries(pairs) as Record<Protocol, number>;
}

export const liveValues = new LiveValues();

export const useLive = (): Live =>
  useSyncExternalStore(liveValues.subscribe, liveValues.read, liveValues.read);

/** Keeps the stream open while the frame is on the screen, so that the chart keeps its history. */
export function useLiveStream(onEnd: () => void): void {
  const ended = useCallback(onEnd, [onEnd]);
  useEffect(() => {
    liveValues.onEnd = ended;
    return liveValues.subscribe(() => {});
  }, [ended]);
}
