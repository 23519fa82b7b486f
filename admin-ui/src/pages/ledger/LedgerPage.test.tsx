import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

describe('the ledger', () => {
  it('shows the outcome of each entry and the rule for its verdict', async () => {
    await visit('/ledger');

    const row = within(await screen.findByRole('row', { name: /late.js/ }));
    expect(row.getByText('Demoted')).toBeInTheDocument();
    expect(row.getByText(/demoted by ledger/)).toBeInTheDocument();
    expect(row.getByText('100%')).toBeInTheDocument();
    expect(screen.getByText(/more than 4% of at least 200 clients/)).toBeInTheDocument();
  });

  it('restores a demoted entry', async () => {
    const { user } = await visit('/ledger');

    await user.click(await screen.findByRole('button', { name: /^Restore \/assets\/late.js/ }));

    expect(await screen.findByRole('button', { name: /^Demote \/assets\/late.js/ })).toBeEnabled();
    expect(gateway.lessons.ledger[0]?.demoted).toBe(false);
  });

  it('shows why an editor may not change a verdict', async () => {
    gateway.role = 'editor';
    gateway.signIn();
    await visit('/ledger');

    expect((await screen.findAllByText(/Your role is editor/)).length).toBeGreaterThan(0);
  });
});
