/** One line of a chart. */
export interface Line {
  label: string;
  /** CSS custom property with the colour. */
  color: string;
  /** Lengths of dash and gap: lines differ by more than colour. Empty for a solid one. */
  dash: number[];
  /** One value for each time; null leaves a gap. */
  values: (number | null)[];
}

export interface Series {
  /** Milliseconds since the epoch, rising. */
  times: number[];
  lines: Line[];
}

/** Returns the sentence that a screen reader speaks for one moment. */
export function spoken(series: Series, index: number, time: string): string {
  const parts = series.lines.map((line) => `${line.label} ${line.values[index] ?? 'no value'}`);
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
