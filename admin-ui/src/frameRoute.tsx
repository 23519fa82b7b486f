import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery } from './api/session';
import { Frame } from './frame/Frame';
import { NotFound } from './frame/NotFound';
import { signInSearch } from './pages/sign-in/search';

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  notFoundComponent: NotFound,
});

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./pages/sign-in/SignInPage'), 'SignInPage'),
});

/** All pages inside need a session, and a password other than the one-time password. */
export const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (session === null) {
      throw redirect({
        to: '/sign-in',
        search: location.href === '/' ? {} : { next: location.href },
      });
    }
    if (session.mustChangePassword && location.pathname !== '/password') {
      throw redirect({ to: '/password' });
    }
    const isEnrolling = location.pathname === '/second-factors' || session.mustChangePassword;
    if (session.mustSetUpSecondFactor && !isEnrolling) throw redirect({ to: '/second-factors' });
  },
});
