import type { BrowserTimes, GatewayTimes, PageView, WaterfallRow } from '~/api/views';
import type { FallMark, FallRow, Part } from '~/charts/waterfall';
import { ms } from '~/text/numbers';

const part = (kind: Part['kind'], from: number, to: number, what: string): Part => ({
  kind,
  from,
  to: Math.max(from, to),
  label: `${what}: ${ms(Math.max(0, to - from))}`,
});

export const browserParts = (times: BrowserTimes): Part[] => [
  part('queue', times.start, times.request, 'Before the request'),
  part('wait', times.request, times.response, 'Until the first byte'),
  part('receive', times.response, times.end, 'Until the last byte'),
];

/** Without a server, the gateway responds by itself. */
export const gatewayParts = (times: GatewayTimes): Part[] => {
  const head = times.head ?? times.end;
  return [
    part('decide', times.received, times.decided, 'Decision'),
    part(
      'server',
      times.decided,
      head,
      times.upstream === null ? 'Own response' : 'Until the head, with the server',
    ),
    part('send', head, times.end, 'Sending'),
  ];
};

const CACHES = {
  network: '',
  stored: 'from the cache',
  revalidated: 'confirmed by a 304',
} as const;

/** Returns the notes on a resource in words. */
export function noteOf({ browser, gateway }: WaterfallRow): string {
  return [
    browser?.initiator,
    browser && CACHES[browser.cache],
    browser && browser.size > 0 && `under ${sizeOf(browser.size)}`,
    gateway && gateway.status > 0 && String(gateway.status),
    gateway?.pushed && 'pushed',
    gateway && !gateway.whole && 'not whole',
    gateway && !browser && 'not reported by the browser',
  ]
    .filter((each) => typeof each === 'string' && each !== '')
    .join(', ');
}

const KIB = 1024;

/** Returns the upper end of a class of sizes. */
export function sizeOf(bits: number): string {
  const most = 2 ** bits;
  if (most < KIB) return `${most} B`;
  return most < KIB * KIB ? `${most / KIB} KiB` : `${most / KIB / KIB} MiB`;
}

export const fallRows = (rows: readonly WaterfallRow[]): FallRow[] =>
  rows.map((row, index) => ({
    id: `${index}`,
    label: row.path,
    note: noteOf(row),
    browser: row.browser ? browserParts(row.browser) : [],
    gateway: row.gateway ? gatewayParts(row.gateway) : [],
    early: row.gateway?.early ?? undefined,
  }));

const MARKS = [
  ['fcp', 'FCP'],
  ['lcp', 'LCP'],
  ['dcl', 'DCL'],
  ['load', 'Load'],
] as const;

/** Returns the events of the page. Those within a moment share a line. */
export function fallMarks({ times }: PageView): FallMark[] {
  const marks: FallMark[] = [];
  const found = MARKS.flatMap(([key, label]) => {
    const at = times[key];
    return at === undefined ? [] : [{ label, at }];
  }).sort((one, other) => one.at - other.at);
  const near = (found.at(-1)?.at ?? 0) / 20;
  for (const mark of found) {
    const last = marks.at(-1);
    if (last && mark.at - last.at < near) last.label += `, ${mark.label}`;
    else marks.push({ ...mark });
  }
  return marks;
}
