import { describe, expect, it } from 'vitest';
import { takeAll } from './client';

/** A list of this many numbers, whose cursor is the next number. */
function numbers(total: number) {
  const asked: (string | undefined)[] = [];
  const read = async ({ limit, cursor }: { limit: number; cursor?: string }) => {
    asked.push(cursor);
    const from = Number(cursor ?? 0);
    const end = Math.min(total, from + limit);
    const items = Array.from({ length: end - from }, (_, index) => from + index);
    const data = { total, next: end < total ? String(end) : null, items };
    return { data, response: new Response() };
  };
  return { asked, read };
}

describe('takeAll', () => {
  it('returns the first page with the items of all pages', async () => {
    const { asked, read } = numbers(2500);
    const all = await takeAll(read);

    expect(asked).toEqual([undefined, '1000', '2000']);
    expect(all.total).toBe(2500);
    expect(all.items).toHaveLength(2500);
    expect(all.items.at(-1)).toBe(2499);
    expect(all.next).toBeNull();
  });

  it('ends at ten thousand items, and says that there are more', async () => {
    const { asked, read } = numbers(1_000_000);
    const all = await takeAll(read);

    expect(asked).toHaveLength(10);
    expect(all.items).toHaveLength(10_000);
    expect(all.next).toBe('10000');
  });
});
