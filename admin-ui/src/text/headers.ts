export interface Header {
  name: string;
  value: string;
}

/** Returns the headers in lines of "Name: value". */
export function headersOf(text: string | undefined): Header[] {
  return (text ?? '')
    .split('\n')
    .map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => ({ name, value }));
}

/** Returns the first line that is not a header, or null. */
export function brokenLine(text: string | undefined): string | null {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => headersOf(line).length === 0) ?? null;
}
