import type { Schemas } from '../client';

type Report = Schemas['Report'];
type Asked = { site: string | null; zone: string; days?: number | undefined };

const EVERYTHING: Asked = { site: null, zone: 'UTC', days: 28 };
const MADE = '2026-11-21T09:40:00Z';

/** Report that found a fall of connections. */
export function fakeReport(
  id: string,
  event: Schemas['HistoryEvent'] | null,
  at: string = event?.at ?? MADE,
  asked: Asked = EVERYTHING,
): Report {
  return {
    ...head(event, at, asked),
    id,
    basis: 'weeks',
    blockSeconds: 900,
    windows: {
      before: window('2026-10-24T00:00:00Z', '2026-11-07T00:00:00Z', 1310, 4_210_330, 210_480),
      after: window('2026-11-07T00:00:00Z', '2026-11-21T00:00:00Z', 1310, 4_390_120, 219_870),
    },
    excluded: [{ reason: 'a node restarted', blocks: 34 }],
    figures: [
      figure('opened-per-view', 'Connections opened', '1000-page-views', 'connections', {
        values: [5950, 1010, -0.8303, -0.842, -0.817],
        verdict: 'fell',
        primary: true,
      }),
      figure('full-per-view', 'Full handshakes', '1000-page-views', 'handshakes', {
        values: [2400, 410, -0.829, -0.85, -0.8],
        verdict: 'fell',
      }),
      figure('cpu-per-request', 'CPU time of the loops', '1000-requests', 'seconds', {
        values: [4.1, 4.05, -0.012, -0.07, 0.05],
        verdict: 'none-shown',
      }),
      figure('first-byte-p95', 'Time to first byte, p95', null, 'milliseconds', {
        values: [85, 88, 0.035, 0.011, 0.06],
        verdict: 'rose',
      }),
      figure('cpu-of-handshakes', 'CPU time of handshakes', '1000-page-views', 'seconds', {
        values: [null, null, null, null, null],
        verdict: null,
        missing: '14 of 30 measured handshakes',
      }),
    ],
    counterfactual: {
      per: '1000-page-views',
      estimate: 5800,
      measured: 5620,
      apart: 0.032,
      missing: null,
      measuredBefore: 5980,
      apartBefore: -0.0301,
    },
    confounders: [
      { kind: 'volume', text: 'Page views rose by 4.5%.', size: 0.045 },
      { kind: 'event', text: 'Deployment "shop 4.2" by kim is in the window after.', size: null },
    ],
    conclusion:
      'Connections per 1,000 page views fell by 83% (95% interval 82% to 84%). CPU time per request shows no difference. Visitors were not assigned by chance.',
    refused: null,
  };
}

/** Answer to a question about too little traffic. */
export function refusal(at: string, event: Schemas['HistoryEvent'] | null, asked: Asked): Report {
  return {
    ...head(event, at, asked),
    id: null,
    basis: null,
    blockSeconds: null,
    windows: null,
    excluded: [],
    figures: [],
    counterfactual: null,
    confounders: [],
    conclusion: 'There is too little traffic after the event for an answer.',
    refused: {
      reason: 'too-thin',
      text: 'There is too little traffic after the event for an answer.',
      missing: [
        { what: 'quarter hours after the event', have: 41, needed: 96 },
        { what: 'page views after the event', have: 120, needed: 1000 },
      ],
      askAgainAt: '2026-11-22T08:00:00Z',
    },
  };
}

const head = (event: Schemas['HistoryEvent'] | null, at: string, asked: Asked) => ({
  author: 'admin',
  createdAt: MADE,
  title: event === null ? 'Before and after' : `Before and after: ${event.text}`,
  question: { at, event, site: asked.site, zone: asked.zone, days: asked.days ?? 28 },
});

const window = (
  from: string,
  to: string,
  blocks: number,
  requests: number,
  pageViews: number,
): Schemas['ReportWindow'] => ({ from, to, blocks, requests, pageViews });

type Values = (number | null)[];

function figure(
  id: string,
  label: string,
  per: Schemas['ReportFigure']['per'],
  unit: Schemas['ReportFigure']['unit'],
  {
    values: [before = null, after = null, change = null, low = null, high = null],
    verdict,
    primary = false,
    missing = null,
  }: {
    values: Values;
    verdict: Schemas['ReportFigure']['verdict'];
    primary?: boolean;
    missing?: string | null;
  },
): Schemas['ReportFigure'] {
  return { id, label, per, unit, before, after, change, low, high, verdict, primary, missing };
}
