import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frame } from './frameRoute';
import { compareSearch } from './pages/compare/search';
import { savingsSearch } from './pages/savings/search';
import { timingsSearch } from './pages/timings/search';
import { viewSearch, viewsSearch } from './pages/views/search';

export const timings = createRoute({
  getParentRoute: () => frame,
  path: '/timings',
  validateSearch: timingsSearch,
  component: lazyRouteComponent(() => import('./pages/timings/TimingsPage'), 'TimingsPage'),
});

export const views = createRoute({
  getParentRoute: () => frame,
  path: '/views',
  validateSearch: viewsSearch,
  component: lazyRouteComponent(() => import('./pages/views/ViewsPage'), 'ViewsPage'),
});

export const view = createRoute({
  getParentRoute: () => frame,
  path: '/views/$id',
  validateSearch: viewSearch,
  component: lazyRouteComponent(() => import('./pages/views/ViewPage'), 'ViewPage'),
});

export const savings = createRoute({
  getParentRoute: () => frame,
  path: '/savings',
  validateSearch: savingsSearch,
  component: lazyRouteComponent(() => import('./pages/savings/SavingsPage'), 'SavingsPage'),
});

export const reports = createRoute({
  getParentRoute: () => frame,
  path: '/reports',
  component: lazyRouteComponent(() => import('./pages/reports/ReportsPage'), 'ReportsPage'),
});

export const report = createRoute({
  getParentRoute: () => frame,
  path: '/reports/$id',
  component: lazyRouteComponent(() => import('./pages/reports/ReportPage'), 'ReportPage'),
});

export const experiments = createRoute({
  getParentRoute: () => frame,
  path: '/experiments',
  component: lazyRouteComponent(
    () => import('./pages/experiments/ExperimentsPage'),
    'ExperimentsPage',
  ),
});

// Not below /experiments: one may have the id "new".
export const newExperiment = createRoute({
  getParentRoute: () => frame,
  path: '/new-experiment',
  component: lazyRouteComponent(
    () => import('./pages/experiments/NewExperimentPage'),
    'NewExperimentPage',
  ),
});

export const experiment = createRoute({
  getParentRoute: () => frame,
  path: '/experiments/$id',
  component: lazyRouteComponent(
    () => import('./pages/experiments/ExperimentPage'),
    'ExperimentPage',
  ),
});

export const editExperiment = createRoute({
  getParentRoute: () => frame,
  path: '/experiments/$id/edit',
  component: lazyRouteComponent(
    () => import('./pages/experiments/EditExperimentPage'),
    'EditExperimentPage',
  ),
});

export const experimentResults = createRoute({
  getParentRoute: () => frame,
  path: '/experiments/$id/results',
  component: lazyRouteComponent(
    () => import('./pages/experiments/results/ResultsPage'),
    'ResultsPage',
  ),
});

export const compare = createRoute({
  getParentRoute: () => frame,
  path: '/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import('./pages/compare/ComparePage'), 'ComparePage'),
});
