import { describe, expect, it } from 'vitest';
import { conflictsOf, merged, threeWay } from './threeWay';

const rule = (path: string, asset: string) =>
  `  - match: { path: "${path}" }\n    assets:\n      - { url: ${asset}, as: style }\n`;
const text = (...rules: string[]) => `rules:\n${rules.join('')}`;
const BASE = text(rule('/a', '/a.css'), rule('/b', '/b.css'));

describe('the merge of two edits', () => {
  it('takes changes of different rules from both', () => {
    const mine = text(rule('/a', '/mine.css'), rule('/b', '/b.css'));
    const theirs = text(rule('/a', '/a.css'), rule('/b', '/theirs.css'), rule('/c', '/c.css'));

    const pieces = threeWay(BASE, mine, theirs);

    expect(conflictsOf(pieces)).toEqual([]);
    expect(merged(pieces, [])).toBe(
      text(rule('/a', '/mine.css'), rule('/b', '/theirs.css'), rule('/c', '/c.css')),
    );
  });

  it('leaves what both changed to the user, with the rule', () => {
    const mine = text(rule('/a', '/a.css'), rule('/b', '/mine.css'));
    const theirs = text(rule('/a', '/a.css'), rule('/b', '/theirs.css'));

    const pieces = threeWay(BASE, mine, theirs);

    expect(conflictsOf(pieces).map((conflict) => conflict.rule)).toEqual(['/b']);
    expect(merged(pieces, [])).toBeNull();
    expect(merged(pieces, ['mine'])).toBe(mine);
    expect(merged(pieces, ['theirs'])).toBe(theirs);
    const both = merged(pieces, ['both']);
    expect(both).toContain('/mine.css');
    expect(both).toContain('/theirs.css');
  });

  it('sees no conflict in the same change', () => {
    const same = BASE.replace('/a.css', '/new.css');

    expect(merged(threeWay(BASE, same, same), [])).toBe(same);
  });

  it('keeps every line that one of both has added, in any order of edits', () => {
    const start = 'a\nb\nc\nd\ne\nf\n';
    for (let seed = 1; seed <= 200; seed++) {
      const mine = inserted(start, 'mine', seed);
      const theirs = inserted(start, 'theirs', seed * 7919);
      const pieces = threeWay(start, mine, theirs);
      const whole = merged(
        pieces,
        conflictsOf(pieces).map(() => 'both' as const),
      );
      for (const line of [...mine.split('\n'), ...theirs.split('\n')]) {
        expect(whole?.split('\n')).toContain(line);
      }
    }
  });
});

/** Inserts three lines at places that depend on the seed. */
function inserted(base: string, word: string, seed: number): string {
  const lines = base.split('\n');
  let state = seed;
  for (let i = 0; i < 3; i++) {
    state = (state * 48271) % 2147483647;
    lines.splice(state % lines.length, 0, `${word} ${i}`);
  }
  return lines.join('\n');
}
