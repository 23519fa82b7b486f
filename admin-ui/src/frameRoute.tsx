import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from './api/session';
import { Frame } from './frame/Frame';
import { NotFound } from './frame/NotFound';

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  notFoundComponent: NotFound,
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
  },
});
