import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { App } from './App';
import blog from './api/fakes/data/blog.yaml?raw';
import shop from './api/fakes/data/shop.yaml?raw';
import type { FakeGateway } from './api/fakes/gateway';
import { sampleGateway } from './api/fakes/sample';
import { createQueries } from './queries';
import { createAppRouter } from './routes';

/** Puts a fake gateway behind the page's fetch. */
export function startGateway(): FakeGateway {
  const gateway = sampleGateway({ shop, blog });
  vi.stubGlobal('fetch', (input: Request) => gateway.respond(input));
  return gateway;
}

/** Renders the whole UI at an address, as a browser would show it. */
export async function visit(path: string) {
  window.history.replaceState(null, '', path);
  const queries = createQueries();
  const router = createAppRouter(queries);
  render(<App queries={queries} router={router} />);
  await router.load();
  return { router, user: userEvent.setup({ delay: null }) };
}

export const address = (): string => window.location.pathname + window.location.search;
