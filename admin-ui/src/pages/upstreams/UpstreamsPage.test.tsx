import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { Refusal } from '~/api/fakes/store';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

const rowOf = async (server: RegExp) => within(await screen.findByRole('row', { name: server }));

describe('upstreams', () => {
  it('show each server with its state and the reason', async () => {
    await visit('/upstreams');

    const row = await rowOf(/10\.0\.0\.2/);
    expect(row.getByText('Ejected')).toBeInTheDocument();
    expect(row.getByText(/5 consecutive failures/)).toBeInTheDocument();
    expect(row.getByText('Reset 5')).toBeInTheDocument();
    expect(row.getByText('1.25 s')).toBeInTheDocument();
    expect(row.getByText('weight 3')).toBeInTheDocument();
    expect((await rowOf(/10\.0\.0\.1/)).getByText('12.4 ms')).toBeInTheDocument();
    expect(screen.getByText(/48,210 requests · 14 open connections/)).toBeInTheDocument();
    expect(screen.getByText('2 upstreams, as seen by node gate-1')).toBeInTheDocument();
  });

  it('can be reduced to those with a problem', async () => {
    const { user } = await visit('/upstreams');

    await user.click(await screen.findByRole('radio', { name: 'Only problems (1)' }));

    expect(await screen.findByRole('heading', { name: 'app' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'api' })).not.toBeInTheDocument();
    expect(address()).toBe('/upstreams?show=problems');
  });

  it('explain a search without result, and undo it', async () => {
    const { user } = await visit('/upstreams?q=zzz');

    expect(await screen.findByText('No upstream fits')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all upstreams' }));

    expect(await screen.findByRole('heading', { name: 'api' })).toBeInTheDocument();
  });

  it('explain an empty configuration', async () => {
    gateway.routing.clear();
    await visit('/upstreams');

    expect(await screen.findByText('No upstream is configured')).toBeInTheDocument();
  });

  it('warn of an upstream without servers', async () => {
    gateway.routing.upstreams[1]?.servers.splice(0);
    await visit('/upstreams');

    expect(
      await screen.findByText(/No server was found: every request gets 503/),
    ).toBeInTheDocument();
  });

  it('show a failure, and load again', async () => {
    const { upstreamPage } = gateway.routing;
    gateway.routing.upstreamPage = () => {
      throw new Refusal(503, 'store-unavailable', 'The store is down');
    };
    const { user } = await visit('/upstreams');
    expect(await screen.findByText('Could not load the upstreams')).toBeInTheDocument();

    gateway.routing.upstreamPage = upstreamPage;
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('heading', { name: 'app' })).toBeInTheDocument();
  });
});

describe('a decision on a server', () => {
  it('needs a confirmation and keeps the reason', async () => {
    const { user } = await visit('/upstreams');
    await user.click(await screen.findByRole('button', { name: 'Drain https://api.internal' }));

    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('It is the last server that takes requests')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' new kernel ');
    await user.click(dialog.getByRole('button', { name: 'Drain' }));

    const row = await rowOf(/api\.internal/);
    expect(await row.findByText('Draining')).toBeInTheDocument();
    expect(row.getByText(/^Drained by admin, .*2026.*: new kernel$/)).toBeInTheDocument();
    expect(row.queryByRole('button', { name: /^Drain/ })).not.toBeInTheDocument();
    const sent = gateway.requests.find(({ url }) => url.endsWith(':drain'));
    expect(sent?.url).toContain('/upstreams/api/servers/https%3A%2F%2Fapi.internal:drain');
  });

  it('can be removed', async () => {
    gateway.routing.decide('app', 'http://10.0.0.1:3000', 'eject', '', 'kim', '*');
    const { user } = await visit('/upstreams');

    await user.click(await screen.findByRole('button', { name: 'Enable http://10.0.0.1:3000' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Enable' }),
    );

    expect(await (await rowOf(/10\.0\.0\.1/)).findByText('Up')).toBeInTheDocument();
  });

  it('is not made if the dialog is cancelled', async () => {
    const { user } = await visit('/upstreams');
    await user.click(await screen.findByRole('button', { name: 'Eject http://10.0.0.1:3000' }));

    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }),
    );

    expect(gateway.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('shows why it failed, and keeps the dialog', async () => {
    const { user } = await visit('/upstreams');
    await user.click(await screen.findByRole('button', { name: 'Eject http://10.0.0.1:3000' }));
    gateway.routing.decide = () => {
      throw new Refusal(503, 'store-read-only', 'The disk is full');
    };

    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eject' }),
    );

    expect(await screen.findByText(/The disk is full/)).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('is refused if another user has decided meanwhile', async () => {
    const { user } = await visit('/upstreams');
    await user.click(await screen.findByRole('button', { name: 'Eject http://10.0.0.1:3000' }));
    gateway.routing.decide('app', 'http://10.0.0.1:3000', 'drain', '', 'kim', '*');

    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eject' }),
    );

    expect(await screen.findByText(/Another user has decided/)).toBeInTheDocument();
    expect(gateway.routing.upstreams[0]?.servers[0]?.override?.kind).toBe('drain');
  });

  it('on a server that is gone is listed and can be removed', async () => {
    gateway.routing.gone.push({
      upstream: 'app',
      id: 'http://10.0.0.9:3000',
      override: { kind: 'eject', reason: 'old', author: 'kim', at: '2026-11-21T09:10:00Z' },
      etag: '"4"',
    });
    const { user } = await visit('/upstreams');
    expect(await screen.findByText(/^Ejected by kim, .*: old$/)).toBeInTheDocument();

    await user.click(
      screen.getByRole('button', { name: 'Remove the decision on http://10.0.0.9:3000' }),
    );
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }),
    );

    await waitFor(() => expect(screen.queryByText(/^Ejected by kim/)).not.toBeInTheDocument());
    const sent = gateway.requests.find(({ url }) => url.endsWith(':enable'));
    expect(sent?.headers.get('If-Match')).toBe('"4"');
  });

  it('is for publishers only', async () => {
    gateway.role = 'editor';
    gateway.signIn();
    await visit('/upstreams');

    const button = await screen.findByRole('button', { name: 'Drain http://10.0.0.1:3000' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('Your role is editor (needed: publisher)');
  });
});
