import { describe, expect, it } from 'vitest';
import type { History } from '~/api/history';
import { groupsOf } from '~/charts/marks';
import { bounded, type Series, spoken } from '~/charts/series';
import { FIGURES, OPEN, REQUEST_RATE, seriesOf } from './figures';
import { fixed, isLive, lengthOf, rangeOf, rangeSearch, shifted, wider } from './range';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const at = (text: string) => Date.parse(`2026-11-21T${text}Z`);

describe('the range of an address', () => {
  it('is a preset, or two times', () => {
    expect(rangeOf(rangeSearch({ range: '6h' }), '24h')).toEqual({ seconds: 21_600 });
    expect(rangeOf(rangeSearch({}), '24h')).toEqual({ seconds: 86_400 });
    expect(
      rangeOf(rangeSearch({ from: '2026-11-21T10:00:00Z', to: '2026-11-21T11:00Z' }), '24h'),
    ).toEqual({ from: '2026-11-21T10:00:00.000Z', to: '2026-11-21T11:00:00.000Z' });
  });

  it.each([
    { range: '2h' },
    { from: '2026-11-21T10:00:00Z' },
    { from: 'yesterday', to: '2026-11-21T10:00:00Z' },
    { from: '2026-11-21T11:00:00Z', to: '2026-11-21T10:00:00Z' },
  ])('is never an error: %o', (raw) => {
    expect(rangeOf(rangeSearch(raw), '1h')).toEqual({ seconds: 3600 });
  });

  it('has live values up to an hour', () => {
    expect(isLive({ seconds: 3600 })).toBe(true);
    expect(isLive({ seconds: 21_600 })).toBe(false);
    expect(isLive(rangeOf(fixed(at('11:00:00'), at('11:10:00'), NOW), '1h'))).toBe(false);
  });

  it('moves by its length, and never into the future', () => {
    const range = rangeOf(fixed(at('10:00:00'), at('11:00:00'), NOW), '1h');

    expect(shifted(range, -1, NOW)).toMatchObject({ from: '2026-11-21T09:00:00.000Z' });
    expect(shifted(range, 1, NOW)).toMatchObject({ to: '2026-11-21T12:00:00.000Z' });
    expect(shifted({ seconds: 3600 }, 1, NOW)).toMatchObject({ to: '2026-11-21T12:00:00.000Z' });
  });

  it('becomes twice as long, to 400 days at most', () => {
    const range = rangeOf(fixed(at('10:00:00'), at('11:00:00'), NOW), '1h');

    expect(wider(range, NOW)).toMatchObject({
      from: '2026-11-21T09:30:00.000Z',
      to: '2026-11-21T11:30:00.000Z',
    });
    expect(lengthOf(rangeOf(wider({ seconds: 365 * 86_400 }, NOW), '1h'))).toBe(400 * 86_400);
  });

  it('is at least ten seconds long', () => {
    expect(lengthOf(rangeOf(fixed(at('10:00:00'), at('10:00:01'), NOW), '1h'))).toBe(10);
  });
});

const history: History = {
  from: '2026-11-21T10:00:00Z',
  to: '2026-11-21T10:02:00Z',
  widthSeconds: 60,
  points: ['2026-11-21T10:00:00Z', '2026-11-21T10:01:00Z'],
  series: [
    { measure: 'requests', protocol: 'all', values: [150, null] },
    { measure: 'requests', protocol: 'h2', values: [120, null] },
    { measure: 'cpuSeconds', protocol: 'all', values: [1.5, 3] },
  ],
  events: [],
  eventsLeft: 0,
  nodes: [],
  firstAt: '2026-11-21T09:00:00Z',
};

describe('the lines of a figure', () => {
  it('are rates by protocol; a gap stays a gap', () => {
    const { lines } = seriesOf(history, REQUEST_RATE);

    expect(lines.map(({ label, values }) => [label, values])).toEqual([
      ['HTTP/1.1', [null, null]],
      ['HTTP/2', [2, null]],
      ['HTTP/3', [null, null]],
    ]);
  });

  it('are one line for a figure of the whole', () => {
    const cpu = FIGURES.find(({ id }) => id === 'cpu');

    expect(seriesOf(history, cpu as typeof OPEN).lines.map(({ values }) => values)).toEqual([
      [1.5, 3],
    ]);
  });

  it('have the period before at the same places', () => {
    const previous = { ...history, series: [{ ...history.series[1], values: [60, 30] }] };

    const { lines } = seriesOf({ ...history, previous } as History, REQUEST_RATE);

    expect(lines[4]).toMatchObject({ label: 'HTTP/2, before', faint: true, values: [1, 0.5] });
  });

  it('are spoken with their unit', () => {
    const p95 = FIGURES.find(({ id }) => id === 'p95') ?? OPEN;
    const series = seriesOf(
      { ...history, series: [{ measure: 'p95', protocol: 'h2', values: [85.21, null] }] },
      p95,
    );

    expect(spoken(series, 0, '10:00')).toBe(
      '10:00: HTTP/1.1 no value, HTTP/2 85.2 ms, HTTP/3 no value',
    );
  });
});

describe('a chart', () => {
  const series = (points: number): Series => ({
    times: Array.from({ length: points }, (_, index) => index * 1000),
    lines: [
      {
        label: 'a',
        color: '--a',
        dash: [],
        values: Array.from({ length: points }, (_, index) => index),
      },
    ],
  });

  it('draws at most 2,000 points, the newest among them', () => {
    const drawn = bounded(series(9999));

    expect(drawn.times.length).toBeLessThanOrEqual(2000);
    expect(drawn.times.at(-1)).toBe(9_998_000);
    expect(drawn.lines[0]?.values.at(-1)).toBe(9998);
    expect(bounded(series(500)).times).toHaveLength(500);
  });

  it('joins events that are too near, and drops those outside', () => {
    const mark = (id: string, seconds: number) => ({ id, at: seconds * 1000, word: id, text: id });
    const marks = [mark('out', -5), mark('a', 10), mark('b', 11), mark('c', 60), mark('d', 99)];

    const groups = groupsOf(marks, series(101));

    expect(groups.map((group) => [group.number, group.marks.length, group.hasRoom])).toEqual([
      [2, 2, true],
      [4, 1, true],
      [5, 1, false],
    ]);
  });
});
