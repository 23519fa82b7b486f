// Measures one page view and reports it to the gateway (docs/how-to/real-user-timings.md). Built by `npm run timings`.

// web-vitals defines CLS and INP here. What it exports are its observers, which take the main thread more time than the rest of this script.
import { InteractionManager } from '../node_modules/web-vitals/dist/modules/lib/InteractionManager.js';
import { LayoutShiftManager } from '../node_modules/web-vitals/dist/modules/lib/LayoutShiftManager.js';
import { initInteractionCountPolyfill } from '../node_modules/web-vitals/dist/modules/lib/polyfills/interactionCountPolyfill.js';

const PATH = '.well-known/lychgate/timings';
const SHIFT = 'layout-shift';
const LARGEST = 'largest-contentful-paint';
const LOAD = 1;
const END = 2;

/** Duration from which an interaction is observed, as in web-vitals. */
const INTERACTION_MILLIS = 40;

/**
 * Time from the load to its report where the browser sends the report of a page that is left for certain. A visitor who leaves earlier
 * sends one report instead of two, and the work is done when the page has become quiet.
 */
const QUIET_MILLIS = 1000;

/** Bounds of the rows of one report, which has 8 KiB with its view id. */
const ROWS = 40;
const ROW_CHARACTERS = 5000;
const PATH_CHARACTERS = 128;

/** Initiators of requests that scripts make. A regular expression would take longer to compile than to be of use. */
const SCRIPTED = ['fetch', 'xmlhttprequest', 'beacon'];

type Nav = PerformanceNavigationTiming & {
  finalResponseHeadersStart?: number;
  firstInterimResponseStart?: number;
  deliveryType?: string;
};
type Resource = PerformanceResourceTiming & { deliveryType?: string; responseStatus?: number };
type Shift = Parameters<LayoutShiftManager['_processEntry']>[0];
type Interaction = Parameters<InteractionManager['_processEntry']>[0];
type Later = (url: string, init: RequestInit & { activateAfter: number }) => unknown;

const scope = self as unknown as { fetchLater?: Later };
const entries = <T>(type: string) => performance.getEntriesByType(type) as unknown as T[];
const nav = entries<Nav>('navigation')[0];
const serverTiming = nav?.serverTiming;
const sent = (name: string) => serverTiming?.find((each) => each.name === name)?.description;
const view = sent('view');
const tenth = (ms: number) => Math.round(ms * 10) / 10;
const span = (from: number, to: number) => Math.max(0, tenth(to - from));
const fine = (value: number) => Math.round(value * 1e4) / 1e4;
type Browser = Navigator & {
  globalPrivacyControl?: boolean;
  connection?: { effectiveType?: string };
};
let refusal: boolean | undefined;
const refuses = ({ doNotTrack, globalPrivacyControl }: Browser) =>
  (doNotTrack === '1' || !!globalPrivacyControl) && sent('dnt') !== 'off';
// The first use of navigator in a page takes long, so it waits until the scripts of the page have paid for it.
const isUnwanted = () => {
  refusal ??= refuses(navigator);
  return refusal;
};
let root: string | undefined;
const site = () => {
  root ??= `${location.origin}/`;
  return root;
};
const isOwn = (url?: string) => url?.startsWith?.(site());
// A page from the browser's cache has the view id of an earlier view.
const isStored = nav?.deliveryType === 'cache';
const isPrerendered = (document as Document & { prerendering?: boolean }).prerendering;

if (view && !isStored && !isPrerendered) measure(view);

function measure(id: string) {
  const failed = new Set<string>();
  let reported = 0;

  const isHidden = () => document.visibilityState === 'hidden';
  let hiddenAt = isHidden() ? 0 : undefined;
  // The report at the end is sent when the page is hidden, so an earlier result stays true.
  const wasHidden = (until: number) => {
    hiddenAt ??=
      entries<PerformanceEntry>('visibility-state').find(({ name }) => name === 'hidden')
        ?.startTime ?? Number.POSITIVE_INFINITY;
    return hiddenAt <= until;
  };
  let hasPaint = false;
  const paints = () => {
    const times: Record<string, number> = {};
    if (!hasPaint)
      for (const { name, startTime } of entries<PerformanceEntry>('paint'))
        times[name === 'first-paint' ? 'first_paint' : 'fcp'] = tenth(startTime);
    return times;
  };
  const body = (part: number, more: object) => JSON.stringify({ view: id, part, ...more });
  // fetchLater takes the main thread less time than sendBeacon, and that less than fetch. Text needs neither a field for its type nor a
  // Blob. fetchLater throws if a policy of the page forbids it.
  const send = (body: string) => {
    // A base element of the page may lead relative addresses to another site.
    const to = site() + PATH;
    try {
      if (scope.fetchLater) {
        scope.fetchLater(to, { method: 'POST', body, activateAfter: 0 });
        return;
      }
    } catch {}
    navigator.sendBeacon(to, body);
  };
  let shifts: LayoutShiftManager | undefined;
  let interactions: InteractionManager | undefined;
  let lcp = 0;
  let cls = 0;
  const take = (list: PerformanceEntry[]) => {
    for (const each of list) {
      const type = each.entryType;
      if (type === LARGEST) {
        if (!wasHidden(each.startTime)) lcp = each.startTime;
      } else if (type === SHIFT) {
        shifts ??= new LayoutShiftManager();
        shifts._processEntry(each as Shift);
        cls = Math.max(cls, shifts._sessionValue);
      } else if ('interactionId' in each) {
        interactions ??= new InteractionManager();
        interactions._processEntry(each as Interaction);
      }
    }
  };
  const observer = new PerformanceObserver((list) => {
    if (isUnwanted()) return observer.disconnect();
    take(list.getEntries());
  });
  const types = PerformanceObserver.supportedEntryTypes;
  const observe = (type: string) => {
    const options = { type, buffered: true, durationThreshold: INTERACTION_MILLIS };
    if (types.includes(type)) observer.observe(options);
  };
  // Browsers keep the shifts and the first input, so that this work need not be in the way of the page.
  const start = () => {
    initInteractionCountPolyfill();
    observe(SHIFT);
    observe('first-input');
  };
  // Observers learn of entries in a later task, which a page that is left may not get. By the rules of web-vitals: no LCP after the page
  // was hidden, CLS only beside FCP.
  const last = () => {
    if (!reported) start();
    observe(LARGEST);
    take(observer.takeRecords());
    observer.disconnect();
    const times = paints();
    if (lcp) times.lcp = fine(lcp);
    if ((hasPaint || times.fcp) && types.includes(SHIFT)) times.cls = fine(cls);
    const inp = interactions?._estimateP98LongestInteraction();
    if (inp) times.inp = fine(inp._latency);
    return times;
  };

  const load = () => {
    const t = nav as Nav;
    const first = t.finalResponseHeadersStart || t.responseStart;
    const secure = t.secureConnectionStart || t.connectEnd;
    const times: Record<string, number> = {
      ttfb: span(0, first),
      redirect: span(t.redirectStart, t.redirectEnd),
      dns: span(t.domainLookupStart, t.domainLookupEnd),
      connect: span(t.connectStart, secure),
      tls: span(secure, t.connectEnd),
      request: span(t.requestStart, first),
      response: span(first, t.responseEnd),
      ...paints(),
    };
    const dcl = t.domContentLoadedEventEnd;
    if (dcl) times.dcl = span(0, dcl);
    const end = t.loadEventEnd;
    if (end) times.load = span(0, end);
    // The browser cancels what still loads when the visitor leaves: it has no status, and Firefox has already reported errors of it.
    if (!end && !scope.fetchLater) failed.clear();
    if (t.firstInterimResponseStart) times.lead = span(t.firstInterimResponseStart, first);
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
      const type = r.initiatorType;
      if (type === 'early-hints') early++;
      const status = r.responseStatus as number;
      const url = r.name;
      // A resource that ends after the load is no part of it.
      if (!isOwn(url) || url.includes(PATH) || (end && r.responseEnd > end)) continue;
      const bytes = r.transferSize;
      const encoded = r.encodedBodySize;
      // A 304 has header fields only.
      const state = bytes
        ? (encoded ? bytes < encoded : status < 204 && !r.decodedBodySize)
          ? 2
          : 0
        : r.decodedBodySize || r.deliveryType === 'cache'
          ? 1
          : 0;
      if (room > 0 && rows.length < ROWS) {
        const row = [
          new URL(url).pathname.slice(0, PATH_CHARACTERS),
          ...[
            r.startTime,
            r.requestStart || r.startTime,
            r.responseStart || r.responseEnd,
            r.responseEnd,
          ].map(tenth),
          32 - Math.clz32(bytes),
          type,
          r.nextHopProtocol,
          state,
        ];
        rows.push(row);
        room -= JSON.stringify(row).length;
      } else more++;
      if (SCRIPTED.includes(type)) continue;
      if (status > 399 || (status === 0 && end)) failed.add(url);
      if (!from || r.startTime < from) from = r.startTime;
      if (r.responseEnd > to) to = r.responseEnd;
      all++;
      if (state === 1) stored++;
      else if (state) confirmed++;
    }
    if (to) times.statics = span(from, to);
    return {
      times,
      loaded: !!end,
      proto: t.nextHopProtocol,
      net: (navigator as Browser).connection?.effectiveType || 'unknown',
      statics: [all, stored, confirmed],
      failed: failed.size,
      early,
      ...(rows.length && { rows, more }),
      // With a service worker, or a 304, these are not the bytes of this response.
      ...(t.workerStart || t.transferSize < t.encodedBodySize ? {} : { bytes: t.encodedBodySize }),
    };
  };

  const first = (parts: number, paintedBy: number) => {
    if (isUnwanted()) return;
    const text = load();
    const wasInBackground = wasHidden(text.times.fcp || paintedBy);
    if (parts & END) Object.assign(text.times, last());
    if (wasInBackground) observer.disconnect();
    reported = wasInBackground ? LOAD | END : parts;
    send(wasInBackground ? body(LOAD, { hidden: true }) : body(parts, text));
  };
  const report = () => {
    if (reported) return;
    first(LOAD, performance.now());
    if (reported === LOAD) start();
  };
  const left = () => {
    if (!reported) first(LOAD | END, 0);
    else if (reported === LOAD) {
      const times = last();
      reported |= END;
      send(body(END, { times }));
    }
  };

  addEventListener(
    'error',
    ({ target }) => {
      const { src, href } = target as HTMLImageElement & HTMLLinkElement;
      const url = src || href;
      if (isOwn(url) && !nav?.loadEventEnd) failed.add(url);
    },
    true,
  );
  addEventListener('visibilitychange', () => isHidden() && left(), true);
  observe('event');
  const isCertain = !!scope.fetchLater;
  const wait = () => setTimeout(report, isCertain ? QUIET_MILLIS : 0);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
  // Browsers with fetchLater report the change of visibility also when a page is left: a listener costs them a message to another process.
  if (!isCertain) addEventListener('pagehide', left, true);
}
