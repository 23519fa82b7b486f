const STEPS = [1, 2, 5];

/** Returns round marks (1, 2, 5, 10 …) of a logarithmic axis. */
export function marksBetween(low: number, high: number): number[] {
  if (!(low > 0 && high > low)) return [];
  const marks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1) {
    for (const step of STEPS) {
      const mark = step * 10 ** power;
      if (mark >= low && mark <= high) marks.push(mark);
    }
  }
  return marks;
}
