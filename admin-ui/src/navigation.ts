import type { Group } from './navigationGroups';
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
    | '/views'
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
    | '/configuration'
    | '/api-reference';
  label: string;
  about: string;
  icon: IconName;
  /** Its group in the side bar; null for a page that is not in it. */
  group: Group | null;
}

/** In the order of the side bar. */
export const DESTINATIONS: readonly Destination[] = [
  {
    to: '/',
    label: 'Overview',
    about: 'Live traffic and savings',
    icon: 'overview',
    group: 'Start',
  },
  {
    to: '/routes',
    label: 'Sites & routes',
    about: 'The way of requests to servers',
    icon: 'routes',
    group: 'Traffic',
  },
  {
    to: '/upstreams',
    label: 'Upstreams',
    about: 'Servers and their state',
    icon: 'servers',
    group: 'Traffic',
  },
  {
    to: '/certificates',
    label: 'Certificates',
    about: 'Names, ends and issuers',
    icon: 'certificate',
    group: 'Traffic',
  },
  {
    to: '/manifests',
    label: 'Manifests',
    about: 'Assets that are sent ahead of pages',
    icon: 'manifest',
    group: 'Delivery',
  },
  {
    to: '/try-it',
    label: 'Try it',
    about: 'Dry run of one request',
    icon: 'tryIt',
    group: 'Delivery',
  },
  {
    to: '/ledger',
    label: 'Ledger',
    about: 'Outcomes of hints and pushes',
    icon: 'archive',
    group: 'Delivery',
  },
  {
    to: '/proposals',
    label: 'Proposals',
    about: 'Manifest changes from live traffic',
    icon: 'pencil',
    group: 'Delivery',
  },
  {
    to: '/timelines',
    label: 'Timelines',
    about: 'Order of the streams of a connection',
    icon: 'history',
    group: 'Delivery',
  },
  {
    to: '/savings',
    label: 'Savings',
    about: 'Connections and CPU time over time',
    icon: 'savings',
    group: 'Proof',
  },
  {
    to: '/timings',
    label: 'Timings',
    about: 'Speed of pages for real visitors',
    icon: 'savings',
    group: 'Proof',
  },
  {
    to: '/views',
    label: 'Views',
    about: 'Single page views as waterfalls',
    icon: 'history',
    group: 'Proof',
  },
  {
    to: '/experiments',
    label: 'Experiments',
    about: 'Real visitors in arms, compared',
    icon: 'experiment',
    group: 'Proof',
  },
  {
    to: '/compare',
    label: 'Compare',
    about: 'Page loads of two protocols or arms',
    icon: 'sort',
    group: 'Proof',
  },
  {
    to: '/nodes',
    label: 'Nodes',
    about: 'Gateways of this store',
    icon: 'servers',
    group: 'Operation',
  },
  {
    to: '/configuration',
    label: 'Configuration',
    about: 'Listeners, sites and upstreams as text',
    icon: 'pencil',
    group: 'Operation',
  },
  {
    to: '/system',
    label: 'System',
    about: 'Versions, checks and backups',
    icon: 'screen',
    group: 'Operation',
  },
  {
    to: '/audit',
    label: 'Audit',
    about: 'Changes and refused attempts',
    icon: 'key',
    group: 'Operation',
  },
  {
    to: '/users',
    label: 'Users & roles',
    about: 'Who may sign in, and what each may do',
    icon: 'user',
    group: 'Administration',
  },
  {
    to: '/tokens',
    label: 'Tokens',
    about: 'Access of programs to the API',
    icon: 'key',
    group: 'Administration',
  },
  {
    to: '/sign-on',
    label: 'Sign-on',
    about: 'Providers, and the roles that they give',
    icon: 'user',
    group: 'Administration',
  },
  {
    to: '/account',
    label: 'Your account',
    about: 'Your roles and sessions',
    icon: 'user',
    group: null,
  },
  {
    to: '/api-reference',
    label: 'API',
    about: 'Operations of the admin API',
    icon: 'copy',
    group: null,
  },
  {
    to: '/routes/explain',
    label: 'Explain a route',
    about: 'Which route serves a request, and why',
    icon: 'search',
    group: null,
  },
  {
    to: '/reports',
    label: 'Reports',
    about: 'Before and after a change',
    icon: 'manifest',
    group: null,
  },
  {
    to: '/new-experiment',
    label: 'New experiment',
    about: 'Plan a comparison of arms',
    icon: 'plus',
    group: null,
  },
  {
    to: '/manifests/new',
    label: 'New manifest',
    about: 'Start a draft',
    icon: 'plus',
    group: null,
  },
  {
    to: '/password',
    label: 'Change password',
    about: 'For your account',
    icon: 'key',
    group: null,
  },
  {
    to: '/second-factors',
    label: 'Second factors',
    about: 'App, keys and recovery codes of your account',
    icon: 'key',
    group: null,
  },
];
