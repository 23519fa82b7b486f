import type { QueryClient } from '@tanstack/react-query';
import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import { frame, root, signIn } from './frameRoute';
import { certificatesSearch } from './pages/certificates/search';
import { compareSearch } from './pages/compare/search';
import { editSearch, historySearch, listSearch } from './pages/manifests/search';
import { overviewSearch } from './pages/overview/search';
import { explainSearch, routesSearch } from './pages/routes/search';
import { savingsSearch } from './pages/savings/search';
import { timelineSearch } from './pages/timelines/search';
import { timingsSearch } from './pages/timings/search';
import { trySearch } from './pages/try-it/search';
import { upstreamsSearch } from './pages/upstreams/search';
import { ErrorPanel } from './parts/ErrorPanel';
import { account, tokens, users } from './peopleRoutes';
import { apiReference, audit, nodes, system } from './systemRoutes';

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

const timings = createRoute({
  getParentRoute: () => frame,
  path: '/timings',
  validateSearch: timingsSearch,
  component: lazyRouteComponent(() => import('./pages/timings/TimingsPage'), 'TimingsPage'),
});

const savings = createRoute({
  getParentRoute: () => frame,
  path: '/savings',
  validateSearch: savingsSearch,
  component: lazyRouteComponent(() => import('./pages/savings/SavingsPage'), 'SavingsPage'),
});

const reports = createRoute({
  getParentRoute: () => frame,
  path: '/reports',
  component: lazyRouteComponent(() => import('./pages/reports/ReportsPage'), 'ReportsPage'),
});

const report = createRoute({
  getParentRoute: () => frame,
  path: '/reports/$id',
  component: lazyRouteComponent(() => import('./pages/reports/ReportPage'), 'ReportPage'),
});

const experiments = createRoute({
  getParentRoute: () => frame,
  path: '/experiments',
  component: lazyRouteComponent(
    () => import('./pages/experiments/ExperimentsPage'),
    'ExperimentsPage',
  ),
});

// Not below /experiments: one may have the id "new".
const newExperiment = createRoute({
  getParentRoute: () => frame,
  path: '/new-experiment',
  component: lazyRouteComponent(
    () => import('./pages/experiments/NewExperimentPage'),
    'NewExperimentPage',
  ),
});

const experiment = createRoute({
  getParentRoute: () => frame,
  path: '/experiments/$id',
  component: lazyRouteComponent(
    () => import('./pages/experiments/ExperimentPage'),
    'ExperimentPage',
  ),
});

const editExperiment = createRoute({
  getParentRoute: () => frame,
  path: '/experiments/$id/edit',
  component: lazyRouteComponent(
    () => import('./pages/experiments/EditExperimentPage'),
    'EditExperimentPage',
  ),
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
  validateSearch: upstreamsSearch,
  component: lazyRouteComponent(() => import('./pages/upstreams/UpstreamsPage'), 'UpstreamsPage'),
});

const certificates = createRoute({
  getParentRoute: () => frame,
  path: '/certificates',
  validateSearch: certificatesSearch,
  component: lazyRouteComponent(
    () => import('./pages/certificates/CertificatesPage'),
    'CertificatesPage',
  ),
});

const compare = createRoute({
  getParentRoute: () => frame,
  path: '/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import('./pages/compare/ComparePage'), 'ComparePage'),
});

const experimentResults = createRoute({
  getParentRoute: () => frame,
  path: '/experiments/$id/results',
  component: lazyRouteComponent(
    () => import('./pages/experiments/results/ResultsPage'),
    'ResultsPage',
  ),
});

const password = createRoute({
  getParentRoute: () => frame,
  path: '/password',
  component: lazyRouteComponent(() => import('./pages/password/PasswordPage'), 'PasswordPage'),
});

const secondFactors = createRoute({
  getParentRoute: () => frame,
  path: '/second-factors',
  component: lazyRouteComponent(
    () => import('./pages/second-factors/SecondFactorsPage'),
    'SecondFactorsPage',
  ),
});

const signOn = createRoute({
  getParentRoute: () => frame,
  path: '/sign-on',
  component: lazyRouteComponent(() => import('./pages/sign-on/SignOnPage'), 'SignOnPage'),
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
