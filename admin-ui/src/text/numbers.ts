const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

export const count = (value: number): string => whole.format(value);

export const decimal = (value: number): string => tenths.format(value).replace('-', '−');

/** Formats a number with its sign, so that a loss does not look like a gain: "+12", "−3", "0". */
export function signed(value: number): string {
  if (value === 0) return '0';
  return `${value > 0 ? '+' : '−'}${tenths.format(Math.abs(value))}`;
}

/** Formats a part of all; a dash if there is nothing to divide. */
export function share(part: number, all: number): string {
  return all === 0 ? '–' : percents.format(part / all);
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

const SIZES = ['B', 'KB', 'MB', 'GB'];

/** Formats bytes with decimal units, as networks count: "500 B", "16.4 KB". */
export function bytes(value: number): string {
  const power = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log10(value || 1) / 3)));
  return `${tenths.format(value / 1000 ** power)} ${SIZES[power]}`;
}

const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const compacts = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });
const precise = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Formats a mark of an axis: "950", "1.2K", "−3M". */
export const compact = (value: number): string => compacts.format(value).replace('-', '−');

/** Formats a relative change with its sign: −0.834 becomes "−83.4%". */
export function change(value: number): string {
  const text = shares.format(Math.abs(value));
  if (text === '0%') return text;
  return `${value > 0 ? '+' : '−'}${text}`;
}

/** Formats a measured value: whole from 1,000 on, else with three digits. */
export function measured(value: number): string {
  const text = Math.abs(value) >= 1000 ? whole.format(value) : precise.format(value);
  return text.replace('-', '−');
}

export const ms = (milliseconds: number): string => `${measured(milliseconds)} ms`;
