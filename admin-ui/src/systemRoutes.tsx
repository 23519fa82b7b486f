import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frame } from './frameRoute';
import { auditSearch } from './pages/audit/search';

export const audit = createRoute({
  getParentRoute: () => frame,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./pages/audit/AuditPage'), 'AuditPage'),
});

export const nodes = createRoute({
  getParentRoute: () => frame,
  path: '/nodes',
  component: lazyRouteComponent(() => import('./pages/nodes/NodesPage'), 'NodesPage'),
});

export const system = createRoute({
  getParentRoute: () => frame,
  path: '/system',
  component: lazyRouteComponent(() => import('./pages/system/SystemPage'), 'SystemPage'),
});

export const apiReference = createRoute({
  getParentRoute: () => frame,
  path: '/api-reference',
  component: lazyRouteComponent(() => import('./pages/api-reference/ApiPage'), 'ApiPage'),
});

export const configuration = createRoute({
  getParentRoute: () => frame,
  path: '/configuration',
  component: lazyRouteComponent(
    () => import('./pages/configuration/ConfigurationPage'),
    'ConfigurationPage',
  ),
});
