// Measures one page view and reports it to the gateway (docs/how-to/real-user-timings.md). Built by `npm run timings`.
import { onCLS } from 'web-vitals/onCLS.js';
import { onINP } from 'web-vitals/onINP.js';
import { onLCP } from 'web-vitals/onLCP.js';

const PATH = '/.well-known/lychgate/timings';
const LOAD = 1;
const END = 2;

/** Time after which web-vitals starts on a page that still loads. */
const SLOW_MILLIS = 3000;

/** Bounds of the rows of one report, which has 8 KiB with its view id. */
const ROWS = 40;
const ROW_CHARACTERS = 5000;
const PATH_CHARACTERS = 128;

type Nav = PerformanceNavigationTiming & {
  finalResponseHeadersStart?: number;
  firstInterimResponseStart?: number;
  deliveryType?: string;
};
type Resource = PerformanceResourceTiming & { deliveryType?: string; responseStatus?: number };
type Kept = PerformanceEntry & {
  size: number;
  value: number;
  hadRecentInput: boolean;
};
type Vital = { name: string; value: number };
type Later = (url: string, init: RequestInit & { activateAfter: number }) => unknown;

const scope = self as unknown as { fetchLater?: Later };
const entries = <T>(type: string) => performance.getEntriesByType(type) as unknown as T[];
const nav = entries<Nav>('navigation')[0];
const sent = (name: string) => nav?.serverTiming?.find((each) => each.name === name)?.description;
const view = sent('view');
const tenth = (ms: number) => Math.round(ms * 10) / 10;
const fine = (value: number) => Math.round(value * 1e4) / 1e4;
const browser = navigator as Navigator & {
  globalPrivacyControl?: boolean;
  connection?: { effectiveType?: string };
};
const objects = browser.doNotTrack === '1' || browser.globalPrivacyControl;
// A page from the browser's cache has the view id of an earlier view.
const isStored = nav?.deliveryType === 'cache';
const isPrerendered = (document as Document & { prerendering?: boolean }).prerendering;

if (view && !isStored && !isPrerendered && !(objects && sent('dnt') !== 'off')) measure(view);

function measure(id: string) {
  const failed = new Set<string>();
  const vitals: Record<string, number> = {};
  let reported = 0;
  let isStarted = false;

  const isHidden = () => document.visibilityState === 'hidden';
  const startsHidden = isHidden();
  const wasHidden = (until: number) =>
    startsHidden ||
    entries<PerformanceEntry>('visibility-state').some(
      (each) => each.name === 'hidden' && each.startTime <= until,
    );
  let hasPaint = false;
  const paints = () => {
    const times: Record<string, number> = {};
    if (!hasPaint)
      for (const { name, startTime } of entries<PerformanceEntry>('paint'))
        times[name === 'first-paint' ? 'first_paint' : 'fcp'] = tenth(startTime);
    return times;
  };
  const body = (part: number, more: object) => JSON.stringify({ view: id, part, ...more });
  // fetchLater takes the main thread the least time, and the browser sends it when the page is gone. It throws if a policy of the page
  // forbids it. A Blob and sendBeacon take the most: they are for browsers without keepalive, and for pages that replace fetch.
  const send = (body: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    try {
      if (scope.fetchLater) {
        scope.fetchLater(PATH, { ...init, activateAfter: 0 });
        return;
      }
      if ('keepalive' in Request.prototype) {
        fetch(PATH, { ...init, keepalive: true }).catch(() => {});
        return;
      }
    } catch {}
    navigator.sendBeacon(PATH, new Blob([body], { type: 'application/json' }));
  };
  // web-vitals learns of kept entries in a later task, which a page that is left may not get. Without these values, the slower arm of an
  // experiment would lose more of its visitors. By the same rules: no LCP after the page was hidden, CLS only beside FCP. Such a page is
  // too young for a session of shifts of more than 5 s. INP has no room.
  const late = () => {
    if (vitals.lcp && 'cls' in vitals) return;
    const times: Record<string, number> = {};
    let session = 0;
    let before = 0;
    const observer = new PerformanceObserver(() => {});
    for (const type of PerformanceObserver.supportedEntryTypes) {
      if (/^la/.test(type)) observer.observe({ type, buffered: true });
      if (type === 'layout-shift' && hasPaint) times.cls = 0;
    }
    for (const each of observer.takeRecords() as Kept[]) {
      const { startTime, size, value } = each;
      if (value && !each.hadRecentInput) {
        session = startTime - before < 1000 ? session + value : value;
        before = startTime;
        times.cls = Math.max(times.cls || 0, fine(session));
      } else if (size && !wasHidden(startTime)) times.lcp = fine(startTime);
    }
    observer.disconnect();
    return times;
  };
  // A page may be painted after it has loaded.
  const last = () => ({ ...paints(), ...late(), ...vitals });

  const load = () => {
    const t = nav as Nav;
    const first = t.finalResponseHeadersStart || t.responseStart;
    const times: Record<string, number> = {
      ttfb: first,
      redirect: t.redirectEnd - t.redirectStart,
      dns: t.domainLookupEnd - t.domainLookupStart,
      connect: (t.secureConnectionStart || t.connectEnd) - t.connectStart,
      tls: t.secureConnectionStart && t.connectEnd - t.secureConnectionStart,
      request: first - t.requestStart,
      response: t.responseEnd - first,
      ...paints(),
    };
    const dcl = t.domContentLoadedEventEnd;
    if (dcl) times.dcl = dcl;
    const end = t.loadEventEnd;
    if (end) times.load = end;
    // The browser cancels what still loads when the visitor leaves: it has no status, and Firefox has already reported errors of it.
    if (!end && !scope.fetchLater) failed.clear();
    if (t.firstInterimResponseStart) times.lead = first - t.firstInterimResponseStart;
    hasPaint = !!times.fcp;
    let all = 0;
    let stored = 0;
    let confirmed = 0;
    let from = 0;
    let to = 0;
    let early = 0;
    const rows: unknown[] = [];
    let room = sent('rows') ? ROW_CHARACTERS : 0;
    let more = 0;
    for (const r of entries<Resource>('resource')) {
      if (r.initiatorType === 'early-hints') early++;
      const status = r.responseStatus as number;
      if (!r.name.startsWith(`${location.origin}/`) || r.name.includes(PATH)) continue;
      const bytes = r.transferSize;
      // A 304 has header fields only.
      const state =
        r.deliveryType === 'cache' || (!bytes && r.decodedBodySize)
          ? 1
          : bytes &&
              (r.decodedBodySize ? bytes < r.encodedBodySize : !r.encodedBodySize && status < 204)
            ? 2
            : 0;
      if (room > 0 && rows.length < ROWS) {
        const row = [
          new URL(r.name).pathname.slice(0, PATH_CHARACTERS),
          ...[
            r.startTime,
            r.requestStart || r.startTime,
            r.responseStart || r.responseEnd,
            r.responseEnd,
          ].map(tenth),
          32 - Math.clz32(bytes),
          r.initiatorType,
          r.nextHopProtocol,
          state,
        ];
        rows.push(row);
        room -= JSON.stringify(row).length;
      } else more++;
      if (/fetch|xmlhttp|beacon/.test(r.initiatorType)) continue;
      if (status > 399 || (status === 0 && end)) failed.add(r.name);
      if (!from || r.startTime < from) from = r.startTime;
      if (r.responseEnd > to) to = r.responseEnd;
      all++;
      if (state === 1) stored++;
      else if (state) confirmed++;
    }
    if (to) times.statics = to - from;
    for (const [name, time] of Object.entries(times)) times[name] = Math.max(0, tenth(time));
    return {
      times,
      loaded: !!end,
      proto: t.nextHopProtocol,
      net: browser.connection?.effectiveType || 'unknown',
      statics: [all, stored, confirmed],
      failed: failed.size,
      early,
      ...(rows.length && { rows, more }),
      // With a service worker, or a 304, these are not the bytes of this response.
      ...(t.workerStart || t.transferSize < t.encodedBodySize ? {} : { bytes: t.encodedBodySize }),
    };
  };

  const first = (parts: number, paintedBy: number) => {
    const text = load();
    const wasInBackground = wasHidden(text.times.fcp || paintedBy);
    reported = wasInBackground ? LOAD | END : parts;
    if (parts & END) Object.assign(text.times, last());
    send(wasInBackground ? body(LOAD, { hidden: true }) : body(parts, text));
  };
  const report = () => {
    if (reported) return;
    first(LOAD, performance.now());
    start();
  };
  const left = () => {
    if (!reported) first(LOAD | END, 0);
    else if (reported === LOAD) {
      reported |= END;
      send(body(END, { times: last() }));
    }
  };

  const note = ({ name, value }: Vital) => {
    // A page that comes back from memory is no new view.
    if (!(reported & END)) vitals[name.toLowerCase()] = fine(value);
  };
  // Browsers keep the entries of before, so that this work need not be in the way of the page.
  const start = () => {
    if (isStarted || reported & END) return;
    isStarted = true;
    for (const on of [onLCP, onCLS, onINP]) on(note as never, { reportAllChanges: true });
  };

  addEventListener(
    'error',
    ({ target }) => {
      const { src, href } = target as HTMLImageElement & HTMLLinkElement;
      const url = src || href;
      if (url?.startsWith?.(`${location.origin}/`)) failed.add(url);
    },
    true,
  );
  setTimeout(start, SLOW_MILLIS);
  addEventListener('visibilitychange', () => isHidden() && left(), true);
  addEventListener('pagehide', left, true);
  // Safari has no idle callbacks.
  const idle = self.requestIdleCallback as typeof self.requestIdleCallback | undefined;
  // loadEventEnd is set when the listeners of the event have run.
  const wait = () => (idle ? idle(report, { timeout: 1000 }) : setTimeout(report));
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
}
