import { type Mark, type Series, spanOf } from './series';

/** Marks so near to each other that they share a place on the chart. */
export interface MarkGroup {
  /** Place from 0 to 1 on the time axis. */
  place: number;
  /** Number of the first mark, from 1. */
  number: number;
  marks: Mark[];
  /** There is room for its word before the next group. */
  hasRoom: boolean;
}

/** Share of the width that a mark covers, and that its word needs. */
const MARK = 0.03;
const WORD = 0.13;

/** Groups the marks of the charted time, which are in the order of time. */
export function groupsOf(marks: readonly Mark[], series: Series): MarkGroup[] {
  const start = series.times[0];
  const span = spanOf(series);
  if (start === undefined || span <= 0) return [];
  const groups: MarkGroup[] = [];
  marks.forEach((mark, index) => {
    const place = (mark.at - start) / span;
    if (place < 0 || place > 1) return;
    const last = groups.at(-1);
    if (last && place - last.place < MARK) last.marks.push(mark);
    else groups.push({ place, number: index + 1, marks: [mark], hasRoom: true });
  });
  groups.forEach((group, index) => {
    group.hasRoom = (groups[index + 1]?.place ?? 1) - group.place >= WORD;
  });
  return groups;
}
