/** What an address may say after its question mark: a text, or nothing. Anything else is dropped, never an error. */
type Raw = Record<string, unknown>;

export function textOf(raw: Raw, key: string): string | undefined {
  const value = raw[key];
  // The router hands over `?q=77` as a number; only numbers that are written just so, hence nothing is lost.
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

export function matching(raw: Raw, key: string, pattern: RegExp): string | undefined {
  const value = textOf(raw, key);
  return value !== undefined && pattern.test(value) ? value : undefined;
}
