import type { Schemas } from '../client';
import type { FakeGateway } from './gateway';

/** Event stream for the dev server, with slowly changing numbers. */
export function events(gateway: FakeGateway, signal: AbortSignal): Response {
  if (gateway.session === null) return new Response(null, { status: 401 });
  const encoder = new TextEncoder();
  let tick = 0;
  let timer: ReturnType<typeof setInterval>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (event: string, value: unknown) =>
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(value)}\n\n`));
      const beat = () => {
        wander(gateway.savings, tick++);
        send('connections', summaryOf(gateway.savings));
        send('savings', gateway.savings);
      };
      const { revision } = gateway.store;
      send('snapshot', { revision, at: gateway.savings.at, nodes: { effective: 1, total: 1 } });
      beat();
      timer = setInterval(beat, 2000);
      signal.addEventListener('abort', () => clearInterval(timer));
    },
    cancel: () => clearInterval(timer),
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
  });
}

function wander(savings: Schemas['Savings'], tick: number): void {
  savings.at = new Date().toISOString();
  savings.byProtocol.forEach(({ counters }, index) => {
    const wave = Math.sin(tick / (5 + index * 3)) * (2 + index * 2);
    const base = [9, 38, 14][index] ?? 10;
    counters.open = Math.max(0, Math.round(base + wave));
    counters.requests += Math.max(0, Math.round(base * 2 + wave * 3));
  });
  savings.total.open = savings.byProtocol.reduce((sum, row) => sum + row.counters.open, 0);
  savings.total.requests = savings.byProtocol.reduce((sum, row) => sum + row.counters.requests, 0);
}

function summaryOf(savings: Schemas['Savings']): Schemas['ConnectionSummary'] {
  return {
    at: savings.at,
    open: savings.total.open,
    inFlight: Math.round(savings.total.open / 4),
    byProtocol: savings.byProtocol.map(({ protocol, counters }) => ({
      protocol,
      open: counters.open,
      inFlight: Math.round(counters.open / 4),
    })),
  };
}
