import blog from './data/blog.yaml?raw';
import shop from './data/shop.yaml?raw';
import { events } from './events';
import { sampleGateway } from './sample';

let gateway = sampleGateway({ shop, blog });

/** Responds to requests below /api in the dev server. `POST /api/fakes/reset?…` sets a state for a screenshot. */
export async function respond(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname === '/api/fakes/reset') {
    gateway = sampleGateway({ shop, blog });
    if (url.searchParams.has('signed-in')) gateway.signIn();
    if (url.searchParams.has('one-time')) gateway.mustChangePassword = true;
    if (url.searchParams.has('thin')) gateway.history.isThin = true;
    if (url.searchParams.has('throttled')) gateway.throttledFor = 42;
    return new Response(null, { status: 204 });
  }
  if (url.pathname === '/api/v1/events') return events(gateway, request.signal);
  return gateway.respond(request);
}
