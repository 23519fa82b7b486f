// Finds in a trace of Chromium what one script costs the main thread.

/** Calls into scripts. Only the outermost one counts: it contains the others. */
const CALLS = new Set(['EvaluateScript', 'FunctionCall', 'v8.compile', 'v8.run']);
/** The promises that calls before it have resolved. Their callbacks have no events of their own. */
const MICROTASKS = 'RunMicrotasks';
/** Time of the thread between a call and its microtasks: some µs. Those of the driver's own calls come thousands of µs later. */
const MAX_GAP_MICROS = 100;

/**
 * Returns the processor time of the main thread (ms) in calls into the scripts whose address contains the mark, from their compilation to
 * the last microtask, and the number of these calls. Microtasks right after a call belong to the script of this call.
 */
export function costOf(events, mark) {
  const sum = { evaluation: 0, callbacks: 0, calls: 0 };
  const last = new Map();
  for (const call of events.filter(isCall).sort((a, b) => a.ts - b.ts || lengthOf(b) - lengthOf(a))) {
    const thread = `${call.pid}.${call.tid}`;
    const before = last.get(thread);
    if (before && call.ts + lengthOf(call) <= before.end) continue;
    const isMicrotasks = call.name === MICROTASKS;
    const isOurs = isMicrotasks ? isRightAfter(call, before) && before.isOurs : addressOf(call).includes(mark);
    last.set(thread, { end: call.ts + lengthOf(call), cpuEnd: call.tts + cpuOf(call), isOurs });
    if (!isOurs) continue;
    const millis = cpuOf(call) / 1000;
    if (isMicrotasks || call.name === 'FunctionCall') sum.callbacks += millis;
    else sum.evaluation += millis;
    if (!isMicrotasks) sum.calls++;
  }
  return sum;
}

function isCall({ name, ph }) {
  return ph === 'X' && (CALLS.has(name) || name === MICROTASKS);
}

function isRightAfter({ tts }, before) {
  return before !== undefined && tts - before.cpuEnd < MAX_GAP_MICROS;
}

function lengthOf({ dur = 0 }) {
  return dur;
}

/** Time of the thread, without what else the core did meanwhile. */
function cpuOf({ name, tdur }) {
  if (tdur === undefined) throw new Error(`trace: ${name} without tdur (expected: thread times)`);
  return tdur;
}

function addressOf({ args }) {
  return String(args?.data?.url ?? args?.fileName ?? '');
}
