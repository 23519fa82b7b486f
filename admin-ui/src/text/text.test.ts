import { describe, expect, it } from 'vitest';
import { decimal, plural, share, signed } from './numbers';
import { matching, oneOf, textOf } from './search';
import { duration } from './times';
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

  it('use a true minus', () => expect(decimal(-2.5)).toBe('−2.5'));
  it('do not divide by zero', () => expect(share(0, 0)).toBe('none'));
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
