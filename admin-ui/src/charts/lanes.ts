/** A stretch of time in which something was sent. Times are nanoseconds. */
export interface Bar {
  from: number;
  to: number;
  /** Tooltip. */
  label: string;
}

/** Numbered moment; a list beside the chart explains the number. */
export interface Mark {
  at: number;
  number: number;
  label: string;
}

export interface Lane {
  id: number;
  label: string;
  /** Below the label. */
  note: string;
  /** Start and end of the lane: from the request to the end of the stream, or to the last event. */
  from: number;
  to: number;
  bars: Bar[];
  marks: Mark[];
}

const STEPS = [1, 2, 5];
const NANOS_OF_A_MILLI = 1e6;
const TICKS = 8;

/** Returns round times between the two, at most eight. */
export function ticks(from: number, to: number): number[] {
  const span = Math.max(1, to - from);
  let power = 1;
  let step = 1;
  for (let index = 0; span / step > TICKS; index++) {
    power = 10 ** Math.floor(index / STEPS.length);
    step = power * (STEPS[index % STEPS.length] ?? 1);
  }
  const found: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) found.push(at);
  return found;
}

/** Formats milliseconds: "0.25 ms", "18 ms", "1,250 ms". */
export function milliseconds(nanos: number): string {
  const value = nanos / NANOS_OF_A_MILLI;
  const digits = Math.abs(value) < 1 ? 3 : Math.abs(value) < 100 ? 2 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ms`;
}
