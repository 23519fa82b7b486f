import type { EventKind, HistoryEvent } from '~/api/history';

const WORDS: Record<EventKind, string> = {
  start: 'Start',
  stop: 'Stop',
  protocols: 'Protocols',
  'alt-svc': 'HTTP/3 offer',
  reload: 'Reload',
  publication: 'Publication',
  certificate: 'Certificate',
  experiment: 'Experiment',
  clock: 'Clock',
  gap: 'Gap',
  deploy: 'Deployment',
  note: 'Note',
};

export const eventWord = (kind: EventKind): string => WORDS[kind] ?? kind;

export const eventName = ({ kind, text }: HistoryEvent): string => `${eventWord(kind)}, ${text}`;

/** Event that a user noted; the gateway's own events never change. */
export const isNoted = (kind: EventKind): kind is 'deploy' | 'note' =>
  kind === 'deploy' || kind === 'note';
