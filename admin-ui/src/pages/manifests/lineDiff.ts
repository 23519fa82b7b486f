/** Counts added and removed lines by the longest common subsequence, after the common ends are cut. */
export function countLines(before: string, after: string): { added: number; removed: number } {
  const a = linesOf(before);
  const b = linesOf(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end))
    end += 1;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  const common = commonLength(left, right);
  return { added: right.length - common, removed: left.length - common };
}

const linesOf = (text: string): string[] =>
  text === '' ? [] : text.replace(/\n$/, '').split('\n');

/** Returns the length of the longest common subsequence, which needs only two rows of the table. */
function commonLength(a: string[], b: string[]): number {
  let above = new Uint32Array(b.length + 1);
  for (const line of a) {
    const row = new Uint32Array(b.length + 1);
    for (let j = 1; j <= b.length; j += 1) {
      const [diagonal = 0, up = 0, left = 0] = [above[j - 1], above[j], row[j - 1]];
      row[j] = line === b[j - 1] ? diagonal + 1 : Math.max(up, left);
    }
    above = row;
  }
  return above[b.length] ?? 0;
}
