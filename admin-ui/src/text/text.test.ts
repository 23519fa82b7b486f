import { describe, expect, it } from 'vitest';
import { change, decimal, measured, plural, share, signed } from './numbers';
import { matching, oneOf, textOf } from './search';
import { axisTime, duration, latency, localInput, momentIn, pointTime } from './times';
import { words } from './tokens';

describe('numbers as words', () => {
  it.each([
    [0, '0'],
    [12, '+12'],
    [-1.84, '−1.8'],
    [10794, '+10,794'],
  ])('show the sign of %d', (value, text) => {
    expect(signed(value)).toBe(text);
  });

  it.each([
    [-0.8303, '−83%'],
    [0.0351, '+3.5%'],
    [-0.0001, '0%'],
  ])('show the relative change %d', (value, text) => {
    expect(change(value)).toBe(text);
  });

  it.each([
    [0.00421, '0.00421'],
    [85.249, '85.2'],
    [5950.4, '5,950'],
    [-12.34, '−12.3'],
  ])('have three digits: %d', (value, text) => {
    expect(measured(value)).toBe(text);
  });

  it('use a true minus', () => expect(decimal(-2.5)).toBe('−2.5'));
  it('do not divide by zero', () => expect(share(0, 0)).toBe('–'));
  it('use the singular for one', () =>
    expect([plural(1, 'push', 'pushes'), plural(2, 'push', 'pushes')]).toEqual([
      '1 push',
      '2 pushes',
    ]));
});

describe('durations', () => {
  it.each([
    [0.4, '0 s'],
    [59, '59 s'],
    [125, '2 min 5 s'],
    [7215, '2 h'],
    [90_061, '1 d 1 h'],
  ])('of %d s have at most two units', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});

describe('an address', () => {
  it('is never an error', () => {
    expect(textOf({ q: '' }, 'q')).toBeUndefined();
    expect(textOf({ q: 77 }, 'q')).toBe('77');
    expect(textOf({ q: ['a'] }, 'q')).toBeUndefined();
    expect(oneOf({ s: 'x' }, 's', ['a', 'b'])).toBeUndefined();
    expect(matching({ r: '0' }, 'r', /^[1-9]/)).toBeUndefined();
  });
});

it('tokens become words', () => expect(words('already-cached')).toBe('Already cached'));

describe('times', () => {
  const noon = '2026-11-21T12:00:00Z';

  it('are those of the zone', () => {
    expect(momentIn(noon, 'Asia/Tokyo')).toBe('21 Nov 2026, 21:00');
    expect(momentIn(noon, 'No/Where')).toBe('21 Nov 2026, 12:00 UTC');
  });

  it('of a chart are as exact as its points', () => {
    const at = new Date(2026, 10, 21, 9, 30, 5).getTime();

    expect(pointTime(at, 600_000)).toBe('09:30:05');
    expect(pointTime(at, 86_400_000)).toBe('09:30');
    expect(pointTime(at, 7 * 86_400_000)).toBe('21 Nov, 09:30');
    expect(pointTime(at, 365 * 86_400_000)).toBe('21 Nov 2026');
  });

  it('of an axis begin each day with its date', () => {
    const midnight = new Date(2026, 10, 21).getTime();

    expect(axisTime(midnight, 3_600_000)).toBe('21 Nov');
    expect(axisTime(midnight + 3_600_000, 3_600_000)).toBe('01:00');
    expect(axisTime(midnight + 5000, 5000)).toBe('00:00:05');
  });

  it.each([
    [0.0124, '12.4 ms'],
    [0.0004, '0.4 ms'],
    [1.2541, '1.25 s'],
  ])('of a response have three digits: %d s', (value, text) => {
    expect(latency(value)).toBe(text);
  });

  it('of an input survive a round trip', () => {
    expect(new Date(localInput(noon)).getTime()).toBe(Date.parse(noon));
  });
});
