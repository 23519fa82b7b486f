import type { IconName } from './parts/Icon';

/** Page that is reachable from every page. The side bar and the palette use this table. */
export interface Destination {
  to:
    | '/'
    | '/savings'
    | '/reports'
    | '/experiments'
    | '/new-experiment'
    | '/manifests'
    | '/try-it'
    | '/ledger'
    | '/proposals'
    | '/timelines'
    | '/timings'
    | '/routes'
    | '/routes/explain'
    | '/upstreams'
    | '/compare'
    | '/certificates'
    | '/users'
    | '/tokens'
    | '/account'
    | '/manifests/new'
    | '/password'
    | '/second-factors'
    | '/sign-on'
    | '/audit'
    | '/nodes'
    | '/system'
    | '/api-reference';
  label: string;
  about: string;
  icon: IconName;
  inSideBar: boolean;
}

export const DESTINATIONS: readonly Destination[] = [
  {
    to: '/',
    label: 'Overview',
    about: 'Live traffic and savings',
    icon: 'overview',
    inSideBar: true,
  },
  {
    to: '/savings',
    label: 'Savings',
    about: 'Connections and CPU time over time',
    icon: 'savings',
    inSideBar: true,
  },
  {
    to: '/experiments',
    label: 'Experiments',
    about: 'Real visitors in arms, compared',
    icon: 'experiment',
    inSideBar: true,
  },
  {
    to: '/routes',
    label: 'Sites & routes',
    about: 'The way of requests to servers',
    icon: 'routes',
    inSideBar: true,
  },
  {
    to: '/upstreams',
    label: 'Upstreams',
    about: 'Servers and their state',
    icon: 'servers',
    inSideBar: true,
  },
  {
    to: '/certificates',
    label: 'Certificates',
    about: 'Names, ends and issuers',
    icon: 'certificate',
    inSideBar: true,
  },
  {
    to: '/manifests',
    label: 'Manifests',
    about: 'Assets that are sent ahead of pages',
    icon: 'manifest',
    inSideBar: true,
  },
  {
    to: '/try-it',
    label: 'Try it',
    about: 'Dry run of one request',
    icon: 'tryIt',
    inSideBar: true,
  },
  {
    to: '/ledger',
    label: 'Ledger',
    about: 'Outcomes of hints and pushes',
    icon: 'archive',
    inSideBar: true,
  },
  {
    to: '/proposals',
    label: 'Proposals',
    about: 'Manifest changes from live traffic',
    icon: 'pencil',
    inSideBar: true,
  },
  {
    to: '/timelines',
    label: 'Timelines',
    about: 'Order of the streams of a connection',
    icon: 'history',
    inSideBar: true,
  },
  {
    to: '/compare',
    label: 'Compare',
    about: 'Page loads of two protocols or arms',
    icon: 'sort',
    inSideBar: true,
  },
  {
    to: '/users',
    label: 'Users & roles',
    about: 'Who may log in, and what each may do',
    icon: 'user',
    inSideBar: true,
  },
  {
    to: '/tokens',
    label: 'Tokens',
    about: 'Access of programs to the API',
    icon: 'key',
    inSideBar: true,
  },
  {
    to: '/audit',
    label: 'Audit',
    about: 'Changes and refused attempts',
    icon: 'key',
    inSideBar: true,
  },
  {
    to: '/account',
    label: 'Your account',
    about: 'Your roles and sessions',
    icon: 'user',
    inSideBar: false,
  },
  {
    to: '/timings',
    label: 'Timings',
    about: 'Speed of pages for real visitors',
    icon: 'savings',
    inSideBar: true,
  },
  {
    to: '/nodes',
    label: 'Nodes',
    about: 'Gateways of this store',
    icon: 'servers',
    inSideBar: true,
  },
  {
    to: '/system',
    label: 'System',
    about: 'Versions, checks and backups',
    icon: 'screen',
    inSideBar: true,
  },
  {
    to: '/api-reference',
    label: 'API',
    about: 'Operations of the admin API',
    icon: 'copy',
    inSideBar: false,
  },
  {
    to: '/routes/explain',
    label: 'Explain a route',
    about: 'Which route serves a request, and why',
    icon: 'search',
    inSideBar: false,
  },
  {
    to: '/reports',
    label: 'Reports',
    about: 'Before and after a change',
    icon: 'manifest',
    inSideBar: false,
  },
  {
    to: '/new-experiment',
    label: 'New experiment',
    about: 'Plan a comparison of arms',
    icon: 'plus',
    inSideBar: false,
  },
  {
    to: '/manifests/new',
    label: 'New manifest',
    about: 'Start a draft',
    icon: 'plus',
    inSideBar: false,
  },
  {
    to: '/password',
    label: 'Change password',
    about: 'For your account',
    icon: 'key',
    inSideBar: false,
  },
  {
    to: '/second-factors',
    label: 'Second factors',
    about: 'App, keys and recovery codes of your account',
    icon: 'key',
    inSideBar: false,
  },
  {
    to: '/sign-on',
    label: 'Sign-on',
    about: 'Providers, and the roles that they give',
    icon: 'user',
    inSideBar: true,
  },
];
