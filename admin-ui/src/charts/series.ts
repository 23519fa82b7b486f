/** One line of a chart. */
export interface Line {
  label: string;
  /** CSS custom property with the colour. */
  color: string;
  /** Lengths of dash and gap: lines differ by more than colour. Empty for a solid one. */
  dash: number[];
  /** Paler, as the line is only a comparison. */
  faint?: boolean;
  /** One value for each time; null leaves a gap. */
  values: (number | null)[];
}

export interface Series {
  /** Milliseconds since the epoch, rising. */
  times: number[];
  lines: Line[];
  /** Format of values with their unit; plain numbers if absent. */
  format?: (value: number) => string;
}

/** Event at a time of a chart. */
export interface Mark {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** One or two words. */
  word: string;
  text: string;
}

/** Most points that a chart draws: more than its pixels cannot be seen, and slow the browser. */
const MOST = 2000;

export const shown = ({ format }: Series, value: number | null | undefined): string => {
  if (value === null || value === undefined) return '–';
  return format ? format(value) : String(value);
};

/** Returns the sentence that a screen reader speaks for one moment. */
export function spoken(series: Series, index: number, time: string): string {
  const parts = series.lines.map((line) => {
    const value = line.values[index] ?? null;
    return `${line.label} ${value === null ? 'no value' : shown(series, value)}`;
  });
  return `${time}: ${parts.join(', ')}`;
}

/** Returns the indexes of at most `rows` evenly spaced moments, the newest first. */
export function thinned(series: Series, rows: number): number[] {
  const { length } = series.times;
  const step = Math.max(1, Math.ceil(length / rows));
  const picked: number[] = [];
  for (let index = length - 1; index >= 0; index -= step) picked.push(index);
  return picked;
}

/** Returns the series with at most 2,000 evenly spaced points. The gateway sends fewer. */
export function bounded(series: Series): Series {
  if (series.times.length <= MOST) return series;
  const kept = thinned(series, MOST).reverse();
  const pick = <T>(values: readonly T[]): T[] => kept.map((index) => values[index] as T);
  return {
    ...series,
    times: pick(series.times),
    lines: series.lines.map((line) => ({ ...line, values: pick(line.values) })),
  };
}

export const spanOf = ({ times }: Series): number => (times.at(-1) ?? 0) - (times[0] ?? 0);
