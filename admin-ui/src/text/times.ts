const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** Formats the local time, as "21 Nov 2026, 09:40". */
export const moment = (iso: string): string => moments.format(new Date(iso));

export const clockTime = (milliseconds: number): string => clock.format(new Date(milliseconds));

const UNITS: readonly [number, string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** Formats a duration in its two largest units: "2 h 5 min". */
export function duration(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const amount = Math.floor(rest / size);
    rest -= amount * size;
    if (amount > 0) parts.push(`${amount} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ') || '0 s';
}

export function ago(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  return seconds < 5 ? 'just now' : `${duration(seconds).split(' ').slice(0, 2).join(' ')} ago`;
}
