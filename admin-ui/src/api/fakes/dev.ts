import blog from './data/blog.yaml?raw';
import shop from './data/shop.yaml?raw';
import { events } from './events';
import type { FakeGateway } from './gateway';
import { FakeHistory } from './history';
import { sampleGateway } from './sample';

let gateway = freshGateway();

/** Returns a gateway with today's clock: its live values and its history meet in one chart. */
function freshGateway(): FakeGateway {
  const fresh = sampleGateway({ shop, blog });
  fresh.savings.at = new Date().toISOString();
  fresh.history = new FakeHistory(() => Date.parse(fresh.savings.at));
  return fresh;
}

/** Responds to requests below /api in the dev server. `POST /api/fakes/reset?…` sets a state for a screenshot. */
export async function respond(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname === '/api/fakes/reset') {
    gateway = freshGateway();
    if (url.searchParams.has('signed-in')) gateway.signIn();
    if (url.searchParams.has('one-time')) gateway.mustChangePassword = true;
    if (url.searchParams.has('thin')) gateway.history.isThin = true;
    if (url.searchParams.has('decided')) gateway.routing.decideSome();
    if (url.searchParams.has('throttled')) gateway.throttledFor = 42;
    return new Response(null, { status: 204 });
  }
  if (url.pathname === '/api/v1/events') return events(gateway, request.signal);
  return gateway.respond(request);
}
