import type { Experiment, ExperimentFactor, ExperimentPhase } from '~/api/experiments';
import type { IconName } from '~/parts/Icon';
import { decimal } from '~/text/numbers';

export const FACTORS: Record<ExperimentFactor, { label: string; about: string }> = {
  protocol: {
    label: 'Protocol',
    about:
      'Chosen before ALPN by the network. HTTP/3 is offered by Alt-Svc, so a first visit is always over TCP.',
  },
  push: { label: 'Push', about: 'Pushes on or off, for clients that accept them.' },
  hints: { label: 'Hints', about: '103 responses on or off.' },
  casper: { label: 'CASPER', about: 'The cookie that records the assets that a visitor holds.' },
  reprioritization: {
    label: 'Order of responses',
    about: 'Assets that block the first paint go first, or in the order of the client.',
  },
  congestion: {
    label: 'Congestion control',
    about:
      'Of TCP connections. HTTP/3 keeps that of its listener in every arm, because QUIC has one for each listener: its page views dilute the difference.',
  },
  compression: { label: 'Compression', about: 'On, off, or a list of codings.' },
  split: { label: 'Side of a split', about: 'The upstream of a route with a split.' },
  none: {
    label: 'Nothing (A/A)',
    about: 'Both arms are equal. A difference shows a fault of the method.',
  },
};

/** Values of the arms with which a design begins, the control arm first. */
export const FIRST_VALUES: Record<ExperimentFactor, string[]> = {
  protocol: ['h1', 'h2'],
  push: ['off', 'on'],
  hints: ['off', 'on'],
  casper: ['off', 'on'],
  reprioritization: ['off', 'on'],
  congestion: ['cubic', 'bbr'],
  compression: ['off', 'on'],
  split: ['', ''],
  none: ['', ''],
};

/** Values to choose from; a factor that is not here takes text. */
export const VALUES: Partial<Record<ExperimentFactor, string[]>> = {
  protocol: ['h1', 'h2', 'h3'],
  push: ['on', 'off'],
  hints: ['on', 'off'],
  casper: ['on', 'off'],
  reprioritization: ['on', 'off'],
};

export const STATISTICS: Record<Experiment['statistic'], string> = {
  median: 'Median',
  mean: 'Mean',
  p80: '80th percentile',
  p95: '95th percentile',
};

export const PHASES: Record<
  ExperimentPhase,
  { label: string; icon: IconName; tone: 'good' | 'accent' | 'plain' | 'bad' }
> = {
  draft: { label: 'Draft', icon: 'pencil', tone: 'plain' },
  planned: { label: 'Pre-period', icon: 'history', tone: 'accent' },
  running: { label: 'Running', icon: 'play', tone: 'good' },
  paused: { label: 'Paused', icon: 'pause', tone: 'accent' },
  stopped: { label: 'Ended', icon: 'skip', tone: 'plain' },
  decided: { label: 'Decided', icon: 'check', tone: 'plain' },
};

export const percent = (value: number): string => `${decimal(value)}%`;

/** Returns an id for a title: lower-case letters, digits and dashes. */
export const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');

/** Returns a sentence about the share of an experiment. */
export const shareText = ({ share, currentShare, phase, ramp }: Experiment): string =>
  phase === 'running' && ramp.length > 0
    ? `${percent(currentShare)} now, up to ${percent(Math.max(share, ...ramp.map((step) => step.share)))}`
    : percent(share);
