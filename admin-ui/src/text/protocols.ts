import type { Protocol } from '~/api/client';

export interface ProtocolLook {
  protocol: Protocol;
  label: string;
  color: string;
  dash: number[];
}

/** Order, names and marks of protocols, the same everywhere. */
export const PROTOCOLS: readonly ProtocolLook[] = [
  { protocol: 'http/1.1', label: 'HTTP/1.1', color: '--protocol-h1', dash: [2, 4] },
  { protocol: 'h2', label: 'HTTP/2', color: '--protocol-h2', dash: [] },
  { protocol: 'h3', label: 'HTTP/3', color: '--protocol-h3', dash: [9, 4] },
];

const SHORT: Record<string, Protocol> = { h1: 'http/1.1', h2: 'h2', h3: 'h3' };

/** Returns the look of a protocol by its short name, as page views have it; undefined for any other text. */
export const lookOfShort = (name: string): ProtocolLook | undefined =>
  PROTOCOLS.find((each) => each.protocol === SHORT[name]);

/** Returns the label of a short name; any other text, such as the name of an arm, as it is. */
export const shortLabel = (name: string): string => lookOfShort(name)?.label ?? name;

export const protocolLabel = (protocol: Protocol): string =>
  PROTOCOLS.find((each) => each.protocol === protocol)?.label ?? protocol;
