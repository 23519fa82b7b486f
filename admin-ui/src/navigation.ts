import type { IconName } from './parts/Icon';

/** One page that can be gone to from anywhere; the side bar and the palette are made from this table. */
export interface Destination {
  to:
    | '/'
    | '/manifests'
    | '/try-it'
    | '/ledger'
    | '/proposals'
    | '/timelines'
    | '/manifests/new'
    | '/password';
  label: string;
  about: string;
  icon: IconName;
  inSideBar: boolean;
}

export const DESTINATIONS: readonly Destination[] = [
  {
    to: '/',
    label: 'Overview',
    about: 'Live traffic and what it saved',
    icon: 'overview',
    inSideBar: true,
  },
  {
    to: '/manifests',
    label: 'Manifests',
    about: 'What is sent ahead of which page',
    icon: 'manifest',
    inSideBar: true,
  },
  {
    to: '/try-it',
    label: 'Try it',
    about: 'What would be sent for one request',
    icon: 'tryIt',
    inSideBar: true,
  },
  {
    to: '/ledger',
    label: 'Ledger',
    about: 'What became of hints and pushes',
    icon: 'archive',
    inSideBar: true,
  },
  {
    to: '/proposals',
    label: 'Proposals',
    about: 'What live traffic speaks for',
    icon: 'pencil',
    inSideBar: true,
  },
  {
    to: '/timelines',
    label: 'Timelines',
    about: 'Which stream sent what when, and why',
    icon: 'history',
    inSideBar: true,
  },
  {
    to: '/manifests/new',
    label: 'New manifest',
    about: 'Start a draft',
    icon: 'plus',
    inSideBar: false,
  },
  { to: '/password', label: 'Change password', about: 'Your own', icon: 'key', inSideBar: false },
];
