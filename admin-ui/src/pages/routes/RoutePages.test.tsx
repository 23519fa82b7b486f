import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { Refusal } from '~/api/fakes/store';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

const ids = (): string[] =>
  screen
    .getAllByRole('button', { name: /^Chain of/ })
    .map((each) => each.getAttribute('aria-label')?.replace('Chain of ', '') ?? '');

describe('routes', () => {
  it('are listed in the order in which they are tried', async () => {
    await visit('/routes');

    const row = within(await screen.findByRole('row', { name: /\/shop\/\*/ }));
    expect(row.getByText('1 problem')).toBeInTheDocument();
    expect(row.getByText('/shop/*')).toBeInTheDocument();
    expect(ids()).toEqual(['shop', 'home', 'v1', 'old']);
    expect(screen.getByText('4 routes')).toBeInTheDocument();
  });

  it('show the chain from the listener to the servers', async () => {
    const { user } = await visit('/routes');

    const button = await screen.findByRole('button', { name: 'Chain of shop' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);

    const chain = within(await screen.findByRole('list', { name: 'Chain of shop' }));
    expect(chain.getByText(/0\.0\.0\.0:443/)).toBeInTheDocument();
    expect(chain.getByText('www.example.com, example.com')).toBeInTheDocument();
    expect(
      chain.getByText('errorPages (listener public): 2 pages for failures'),
    ).toBeInTheDocument();
    expect(chain.getByText('maintenance (route): switched off')).toBeInTheDocument();
    expect(chain.getByText('rejects requests with Early-Data: 1 (425)')).toBeInTheDocument();
    expect(chain.getByText('edits response headers')).toBeInTheDocument();
    expect(chain.getByText('http://10.0.0.2:3000')).toBeInTheDocument();
    expect(chain.getByText('Ejected')).toBeInTheDocument();
    expect(screen.getByText(/1 of 2 servers of upstream app take no requests/)).toBeInTheDocument();
    expect(address()).toBe('/routes?route=shop');

    await user.click(screen.getByRole('button', { name: 'Chain of shop' }));
    expect(screen.queryByRole('list', { name: 'Chain of shop' })).not.toBeInTheDocument();
  });

  it('have the plug-ins below, if there is a folder of them', async () => {
    gateway.routing.plugins = {
      folder: '/etc/lychgate/plugins',
      items: [
        {
          name: 'signed-links',
          kind: 'step',
          version: '1.2',
          jar: 'example.jar',
          routes: ['shop'],
          upstreams: [],
          calls: 1200,
          slowCalls: 1,
          failures: 3,
          lastFailure: 'timeout: decide: no verdict in 2000 ms',
        },
      ],
    };
    await visit('/routes');

    const panel = within(await screen.findByRole('region', { name: 'Plug-ins' }));
    expect(panel.getByText('example.jar (1.2)')).toBeInTheDocument();
    expect(panel.getByText('route shop')).toBeInTheDocument();
    expect(panel.getByText('1,200')).toBeInTheDocument();
    expect(panel.getByText('1 call held an event loop')).toBeInTheDocument();
    expect(panel.getByText('timeout: decide: no verdict in 2000 ms')).toBeInTheDocument();
  });

  it('have the response cache below, once it is used', async () => {
    Object.assign(gateway.routing.cache, {
      bytes: 2_500_000,
      urls: 12,
      hits: 70,
      validated: 5,
      misses: 25,
      twins: { made: 3, dropped: 1, waiting: 2, plainBytes: 300_000, twinBytes: 60_000 },
    });
    await visit('/routes');

    const panel = within(await screen.findByRole('region', { name: 'Response cache' }));
    expect(panel.getByText(/2\.5 MB of 64 MB hold the responses of 12 URLs/)).toBeInTheDocument();
    expect(panel.getByText('75 (75%)')).toBeInTheDocument();
    expect(panel.getByText('3 made, 300 KB became 60 KB')).toBeInTheDocument();
  });

  it('have no word on a cache that no request has used', async () => {
    await visit('/routes');

    expect(await screen.findByText('4 routes')).toBeInTheDocument();
    expect(screen.queryByText('Response cache')).not.toBeInTheDocument();
  });

  it('have no word on plug-ins without a folder', async () => {
    await visit('/routes');

    expect(await screen.findByText('4 routes')).toBeInTheDocument();
    expect(screen.queryByText('Plug-ins')).not.toBeInTheDocument();
  });

  it('can be searched and reduced to problems', async () => {
    const { user } = await visit('/routes?q=EXAMPLE.com');
    expect(await screen.findByText('4 routes')).toBeInTheDocument();

    await user.click(screen.getByRole('radio', { name: 'Only problems (1)' }));
    expect(await screen.findByText('1 of 4 routes')).toBeInTheDocument();
    expect(ids()).toEqual(['shop']);

    await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'v0');
    expect(await screen.findByText('No route fits')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all routes' }));
    expect(await screen.findByText('4 routes')).toBeInTheDocument();
  });

  it('can be sorted; numbers begin with the largest', async () => {
    const { user } = await visit('/routes');

    await user.click(await screen.findByRole('button', { name: 'Requests' }));
    expect(ids()).toEqual(['home', 'old', 'shop', 'v1']);
    expect(screen.getByRole('columnheader', { name: 'Requests' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await user.click(screen.getByRole('button', { name: 'Requests' }));
    expect(ids()).toEqual(['shop', 'v1', 'home', 'old']);
    await user.click(screen.getByRole('button', { name: 'Route' }));
    expect(ids()).toEqual(['home', 'old', 'shop', 'v1']);
  });

  it('explain an empty configuration', async () => {
    gateway.routing.clear();
    await visit('/routes');

    expect(await screen.findByText('No route is configured')).toBeInTheDocument();
  });

  it('show a failure', async () => {
    gateway.routing.routePage = () => {
      throw new Refusal(500, 'internal', 'See the log');
    };
    await visit('/routes');

    expect(await screen.findByText('Could not load the routes')).toBeInTheDocument();
  });
});

describe('the explanation of a route', () => {
  it('names the winner and why the others lose', async () => {
    const { user } = await visit('/routes/explain');
    await user.type(
      await screen.findByRole('textbox', { name: 'URL' }),
      'https://www.example.com/shop/1',
    );
    await user.click(screen.getByRole('button', { name: 'Explain' }));

    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText(/Route shop serves the request/)).toBeInTheDocument();
    expect(result.getByText('maintenance (route): switched off')).toBeInTheDocument();
    expect(result.getByText('/v2/shop/1')).toBeInTheDocument();
    expect(result.getByRole('link', { name: 'Show its chain' })).toHaveAttribute(
      'href',
      '/routes?route=shop',
    );
    const routes = within(screen.getByRole('region', { name: 'Routes of the site' }));
    expect(within(routes.getByRole('row', { name: /^shop/ })).getByText('Serves')).toBeVisible();
    expect(
      within(routes.getByRole('row', { name: /^home/ })).getByText(
        /another route is more specific/,
      ),
    ).toBeVisible();
    const sites = within(screen.getByRole('region', { name: 'Sites' }));
    expect(
      within(sites.getByRole('row', { name: /^api/ })).getByText(/None of its host patterns/),
    ).toBeVisible();
    expect(address()).toBe('/routes/explain?url=https%3A%2F%2Fwww.example.com%2Fshop%2F1');
  });

  it('shows the status if no site or route serves the request', async () => {
    await visit('/routes/explain?url=https%3A%2F%2Fother.example%2F');

    expect(await screen.findByText('Status 421')).toBeInTheDocument();
    expect(screen.getByText('No site has the host other.example.')).toBeInTheDocument();
    expect(screen.getByText(/so no route was tried/)).toBeInTheDocument();
  });

  it('sends method, listener and headers of the address', async () => {
    await visit('/routes/explain?url=%2F&method=PUT&listener=public&headers=A%3A+b');

    expect(await screen.findByRole('region', { name: 'Result' })).toBeInTheDocument();
    const asked = gateway.requests.find(({ url }) => url.endsWith('/routes:explain'));
    expect(await asked?.json()).toEqual({
      url: '/',
      method: 'PUT',
      listener: 'public',
      headers: [{ name: 'A', value: 'b' }],
    });
  });

  it('rejects an address and a header that no client sends', async () => {
    const { user } = await visit('/routes/explain');
    await user.type(await screen.findByRole('textbox', { name: 'URL' }), 'www.example.com');
    await user.type(screen.getByRole('textbox', { name: 'Request headers' }), 'nonsense');

    await user.click(screen.getByRole('button', { name: 'Explain' }));

    expect(await screen.findByText('Begins with https:// or with /')).toBeInTheDocument();
    expect(screen.getByText(/Not a header: nonsense/)).toBeInTheDocument();
  });
});
