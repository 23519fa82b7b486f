import { diff3Merge } from 'node-diff3';

/** A part of a merged text: lines that are settled, or lines that both changed. */
export type Piece =
  | { kind: 'settled'; lines: string[] }
  | {
      kind: 'conflict';
      /** Its line in the merged text, from 0; unique. */
      line: number;
      /** The rule that contains it, by its pages; null outside of the rules. */
      rule: string | null;
      mine: string[];
      base: string[];
      theirs: string[];
    };

export type Conflict = Extract<Piece, { kind: 'conflict' }>;
export type Choice = 'mine' | 'theirs' | 'both';

/** Merges two changed texts of one base. Lines that only one of them changed are settled; no line of either is lost. */
export function threeWay(base: string, mine: string, theirs: string): Piece[] {
  const pieces: Piece[] = [];
  const before: string[] = [];
  const regions = diff3Merge(lines(mine), lines(base), lines(theirs), {
    excludeFalseConflicts: true,
  });
  for (const region of regions) {
    if (region.ok) {
      pieces.push({ kind: 'settled', lines: region.ok });
      before.push(...region.ok);
    }
    if (region.conflict) {
      const { a, o, b } = region.conflict;
      pieces.push({
        kind: 'conflict',
        line: before.length,
        rule: ruleOf([...before, ...a.slice(0, 1)]),
        mine: a,
        base: o,
        theirs: b,
      });
      // At least one line, so that each conflict has its own.
      before.push(...(a.length > 0 ? a : ['']));
    }
  }
  return pieces;
}

/** Returns the merged text; null while a conflict has no choice. Choices are in the order of the conflicts. */
export function merged(
  pieces: readonly Piece[],
  choices: readonly (Choice | undefined)[],
): string | null {
  const result: string[] = [];
  let conflict = 0;
  for (const piece of pieces) {
    if (piece.kind === 'settled') {
      result.push(...piece.lines);
      continue;
    }
    const choice = choices[conflict++];
    if (choice === undefined) return null;
    if (choice !== 'theirs') result.push(...piece.mine);
    if (choice !== 'mine') result.push(...piece.theirs);
  }
  return result.join('\n');
}

export const conflictsOf = (pieces: readonly Piece[]): Conflict[] =>
  pieces.filter((piece): piece is Conflict => piece.kind === 'conflict');

const lines = (text: string): string[] => text.split('\n');

/** Returns the pages of the last rule that begins in these lines. */
function ruleOf(above: readonly string[]): string | null {
  for (let at = above.length - 1; at >= 0; at--) {
    const line = above[at] ?? '';
    const path = /match:.*?(?:path|regex|prefix):\s*["']?([^"'}\s]+)/.exec(line)?.[1];
    const short = /match:\s*["']?([^"'{}\s]+)/.exec(line)?.[1];
    if (path ?? short) return path ?? short ?? null;
    if (/^\S/.test(line) && !line.startsWith('-') && !line.startsWith('#')) return null;
  }
  return null;
}
