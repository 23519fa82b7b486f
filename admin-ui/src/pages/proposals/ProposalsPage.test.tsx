import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

describe('proposals', () => {
  it('show the change, its reason and its confidence', async () => {
    await visit('/proposals');

    const row = within(await screen.findByRole('row', { name: /product.css/ }));
    expect(row.getByText('97%')).toBeInTheDocument();
    expect(row.getByText('followed 410 of 412 page views')).toBeInTheDocument();
    expect(row.getByRole('link', { name: 'learned-www.example.com' })).toBeInTheDocument();
  });

  it('can be dismissed', async () => {
    const { user } = await visit('/proposals');

    await user.click(await screen.findByRole('button', { name: 'Dismiss /assets/product.css' }));

    expect(await screen.findByText('dismissed by admin')).toBeInTheDocument();
    expect(gateway.lessons.proposals[0]?.state).toBe('dismissed');
    expect(
      screen.queryByRole('button', { name: 'Dismiss /assets/product.css' }),
    ).not.toBeInTheDocument();
  });

  it('explain an empty list', async () => {
    gateway.lessons.proposals.length = 0;
    await visit('/proposals');

    expect(await screen.findByText('Nothing is proposed')).toBeInTheDocument();
  });
});
