/** Search values of an address: a text, or nothing. Any other value is dropped and is never an error. */
type Raw = Record<string, unknown>;

export function textOf(raw: Raw, key: string): string | undefined {
  const value = raw[key];
  // The router passes `?q=77` as a number, but only if the number is written in the same way, so nothing is lost.
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

export function oneOf<T extends string>(
  raw: Raw,
  key: string,
  allowed: readonly T[],
): T | undefined {
  return allowed.find((each) => each === raw[key]);
}

/** The text that a list is searched for, and the choice of its rows. */
export interface RowSearch {
  q?: string | undefined;
  /** "problems": only rows with a problem. */
  show?: 'problems' | undefined;
}

export const rowSearch = (raw: Raw): RowSearch => ({
  q: textOf(raw, 'q'),
  show: oneOf(raw, 'show', ['problems']),
});

export function matching(raw: Raw, key: string, pattern: RegExp): string | undefined {
  const value = textOf(raw, key);
  return value !== undefined && pattern.test(value) ? value : undefined;
}
