const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** Formats the local time, as "21 Nov 2026, 09:40". */
export const moment = (iso: string): string => moments.format(new Date(iso));

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

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const daysOfYears = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = 86_400_000;

/** Formats a point of a chart that covers `span` milliseconds, as exactly as its points are apart. */
export function pointTime(milliseconds: number, span: number): string {
  const date = new Date(milliseconds);
  if (span <= DAY / 24) return clock.format(date);
  if (span <= DAY) return hours.format(date);
  return span > 60 * DAY ? daysOfYears.format(date) : `${days.format(date)}, ${hours.format(date)}`;
}

/** Formats a mark of a time axis whose marks are `step` milliseconds apart. A day begins with its date. */
export function axisTime(milliseconds: number, step: number): string {
  const date = new Date(milliseconds);
  const isMidnight = date.getHours() + date.getMinutes() + date.getSeconds() === 0;
  if (step >= DAY || isMidnight) return days.format(date);
  return step < 60_000 ? clock.format(date) : hours.format(date);
}

/** Formats a time in a zone, as "21 Nov 2026, 09:40", or with its seconds; in UTC if the browser does not know the zone. */
export function momentIn(
  iso: string,
  zone: string,
  timeStyle: 'short' | 'medium' = 'short',
): string {
  const style = { dateStyle: 'medium', timeStyle } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...style, timeZone: zone }).format(new Date(iso));
  } catch {
    const utc = new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' });
    return `${utc.format(new Date(iso))} UTC`;
  }
}

/** Returns the local time as the value of an input of type datetime-local. */
export function localInput(iso: string): string {
  const date = new Date(iso);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** Returns the name of the browser's time zone. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const milliseconds = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Formats a latency: "12.4 ms", "1.25 s". */
export function latency(seconds: number): string {
  return seconds < 1
    ? `${milliseconds.format(seconds * 1000)} ms`
    : `${milliseconds.format(seconds)} s`;
}
