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
