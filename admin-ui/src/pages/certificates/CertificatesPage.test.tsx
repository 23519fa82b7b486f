import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

const panelOf = async (name: string) => within(await screen.findByRole('region', { name }));

describe('certificates', () => {
  it('show names, chain, end, source, listeners and the OCSP response', async () => {
    await visit('/certificates');

    const panel = await panelOf('www.example.com');
    expect(panel.getByText('www.example.com, example.com')).toBeInTheDocument();
    expect(panel.getByText('8 days left')).toBeInTheDocument();
    expect(panel.getByText(/CN=Example Root \(not in the file\)/)).toBeInTheDocument();
    expect(panel.getByText('/etc/lychgate/www.pem')).toBeInTheDocument();
    expect(panel.getByText('public (its default)')).toBeInTheDocument();
    expect(
      panel.getByText(/^stapled until .*, over TCP only \(not HTTP\/3\).*; clients demand it$/),
    ).toBeInTheDocument();
    expect(panel.getByText(/expires on 2026-11-30/)).toBeInTheDocument();
    expect(screen.getByText('2 certificates')).toBeInTheDocument();
  });

  it('show why an order failed', async () => {
    await visit('/certificates');

    const row = within(await screen.findByRole('row', { name: /new\.example\.com/ }));
    expect(row.getByText('Failed')).toBeInTheDocument();
    expect(row.getByText(/no address/)).toBeInTheDocument();
    expect(row.getByText('none yet')).toBeInTheDocument();
  });

  it('can be reduced to those with a problem', async () => {
    const { user } = await visit('/certificates');

    await user.click(await screen.findByRole('radio', { name: 'Only problems (1)' }));

    expect(screen.queryByRole('region', { name: 'shop.example.com' })).not.toBeInTheDocument();
    expect(address()).toBe('/certificates?show=problems');
  });

  it('explain a search without result, and undo it', async () => {
    const { user } = await visit('/certificates?q=zzz');

    await user.click(await screen.findByRole('button', { name: 'Show all certificates' }));

    expect(await screen.findByRole('region', { name: 'shop.example.com' })).toBeInTheDocument();
  });

  it('mark a placeholder and an expired certificate', async () => {
    const [first, second] = gateway.certificates.items;
    if (first) first.daysLeft = -1;
    if (second) second.origin = 'placeholder';
    await visit('/certificates');

    expect((await panelOf('www.example.com')).getByText('Expired')).toBeInTheDocument();
    expect((await panelOf('shop.example.com')).getByText('Placeholder')).toBeInTheDocument();
  });

  it('explain a configuration without any', async () => {
    gateway.certificates.items.length = 0;
    gateway.certificates.automatic = null;
    await visit('/certificates');

    expect(await screen.findByText('No listener has a certificate')).toBeInTheDocument();
    expect(screen.queryByText('Automatic certificates')).not.toBeInTheDocument();
  });
});
