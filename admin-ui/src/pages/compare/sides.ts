const PROTOCOL_NAMES: Record<string, string> = { h1: 'HTTP/1.1', h2: 'HTTP/2', h3: 'HTTP/3' };

/** Returns the name of a protocol in words, or the name of an arm as it is. */
export const sideName = (name: string): string => PROTOCOL_NAMES[name] ?? name;

/** Classes of networks with their colours; each dot has its class as text, too. */
export const CLASSES: readonly { network: string; color: string }[] = [
  { network: '4g', color: '--protocol-h2' },
  { network: '3g', color: '--protocol-h1' },
  { network: '2g', color: '--bad' },
  { network: 'slow-2g', color: '--bad' },
  { network: 'unknown', color: '--protocol-h3' },
];

export const classColor = (network: string): string =>
  CLASSES.find((each) => each.network === network)?.color ?? '--protocol-h3';
