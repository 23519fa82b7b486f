import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frame } from './frameRoute';
import { usersSearch } from './pages/users/search';

export const users = createRoute({
  getParentRoute: () => frame,
  path: '/users',
  validateSearch: usersSearch,
  component: lazyRouteComponent(() => import('./pages/users/UsersPage'), 'UsersPage'),
});

export const tokens = createRoute({
  getParentRoute: () => frame,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./pages/tokens/TokensPage'), 'TokensPage'),
});

export const account = createRoute({
  getParentRoute: () => frame,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/AccountPage'), 'AccountPage'),
});

export const password = createRoute({
  getParentRoute: () => frame,
  path: '/password',
  component: lazyRouteComponent(() => import('./pages/password/PasswordPage'), 'PasswordPage'),
});

export const secondFactors = createRoute({
  getParentRoute: () => frame,
  path: '/second-factors',
  component: lazyRouteComponent(
    () => import('./pages/second-factors/SecondFactorsPage'),
    'SecondFactorsPage',
  ),
});

export const signOn = createRoute({
  getParentRoute: () => frame,
  path: '/sign-on',
  component: lazyRouteComponent(() => import('./pages/sign-on/SignOnPage'), 'SignOnPage'),
});
