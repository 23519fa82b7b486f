import type { QueryClient } from '@tanstack/react-query';
import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import { frame, root, signIn } from './frameRoute';
import { editSearch, historySearch, listSearch } from './pages/manifests/search';
import { overviewSearch } from './pages/overview/search';
import { explainSearch, routesSearch } from './pages/routes/search';
import { timelineSearch } from './pages/timelines/search';
import { trySearch } from './pages/try-it/search';
import { ErrorPanel } from './parts/ErrorPanel';
import { account, password, secondFactors, signOn, tokens, users } from './peopleRoutes';
import {
  compare,
  editExperiment,
  experiment,
  experimentResults,
  experiments,
  newExperiment,
  report,
  reports,
  savings,
  timings,
  view,
  views,
} from './proofRoutes';
import { apiReference, audit, configuration, nodes, system } from './systemRoutes';
import { rowSearch } from './text/search';

const overview = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import('./pages/overview/OverviewPage'), 'OverviewPage'),
});

const manifests = createRoute({
  getParentRoute: () => frame,
  path: '/manifests',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/manifests/ListPage'), 'ListPage'),
});

const newManifest = createRoute({
  getParentRoute: () => frame,
  path: '/manifests/new',
  component: lazyRouteComponent(() => import('./pages/manifests/NewPage'), 'NewPage'),
});

// With a fixed last segment: a manifest may be called "new", and a name with a dot looks like a file.
const manifest = createRoute({
  getParentRoute: () => frame,
  path: '/manifests/$name/edit',
  validateSearch: editSearch,
  component: lazyRouteComponent(() => import('./pages/manifests/EditPage'), 'EditPage'),
});

const publish = createRoute({
  getParentRoute: () => frame,
  path: '/manifests/$name/publish',
  component: lazyRouteComponent(() => import('./pages/manifests/PublishPage'), 'PublishPage'),
});

const history = createRoute({
  getParentRoute: () => frame,
  path: '/manifests/$name/history',
  validateSearch: historySearch,
  component: lazyRouteComponent(() => import('./pages/manifests/HistoryPage'), 'HistoryPage'),
});

const tryIt = createRoute({
  getParentRoute: () => frame,
  path: '/try-it',
  validateSearch: trySearch,
  component: lazyRouteComponent(() => import('./pages/try-it/TryItPage'), 'TryItPage'),
});

const ledger = createRoute({
  getParentRoute: () => frame,
  path: '/ledger',
  component: lazyRouteComponent(() => import('./pages/ledger/LedgerPage'), 'LedgerPage'),
});

const proposals = createRoute({
  getParentRoute: () => frame,
  path: '/proposals',
  component: lazyRouteComponent(() => import('./pages/proposals/ProposalsPage'), 'ProposalsPage'),
});

const timelines = createRoute({
  getParentRoute: () => frame,
  path: '/timelines',
  component: lazyRouteComponent(() => import('./pages/timelines/TimelinesPage'), 'TimelinesPage'),
});

const timeline = createRoute({
  getParentRoute: () => frame,
  path: '/timelines/$id',
  validateSearch: timelineSearch,
  component: lazyRouteComponent(() => import('./pages/timelines/TimelinePage'), 'TimelinePage'),
});

const routeList = createRoute({
  getParentRoute: () => frame,
  path: '/routes',
  validateSearch: routesSearch,
  component: lazyRouteComponent(() => import('./pages/routes/RoutesPage'), 'RoutesPage'),
});

const explain = createRoute({
  getParentRoute: () => frame,
  path: '/routes/explain',
  validateSearch: explainSearch,
  component: lazyRouteComponent(() => import('./pages/routes/ExplainPage'), 'ExplainPage'),
});

const upstreams = createRoute({
  getParentRoute: () => frame,
  path: '/upstreams',
  validateSearch: rowSearch,
  component: lazyRouteComponent(() => import('./pages/upstreams/UpstreamsPage'), 'UpstreamsPage'),
});

const certificates = createRoute({
  getParentRoute: () => frame,
  path: '/certificates',
  validateSearch: rowSearch,
  component: lazyRouteComponent(
    () => import('./pages/certificates/CertificatesPage'),
    'CertificatesPage',
  ),
});

const tree = root.addChildren([
  signIn,
  frame.addChildren([
    overview,
    manifests,
    newManifest,
    manifest,
    publish,
    history,
    tryIt,
    ledger,
    proposals,
    timelines,
    timeline,
    timings,
    view,
    views,
    routeList,
    explain,
    upstreams,
    certificates,
    savings,
    reports,
    report,
    compare,
    experimentResults,
    users,
    tokens,
    account,
    experiments,
    newExperiment,
    experiment,
    editExperiment,
    audit,
    nodes,
    system,
    configuration,
    apiReference,
    password,
    secondFactors,
    signOn,
  ]),
]);

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ErrorPanel,
    // The default reads values as JSON; here a search value is the typed text.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
