import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

describe('the timings', () => {
  it('shows quantiles and outcomes by protocol, and the newest views', async () => {
    await visit('/timings');

    const row = within(await screen.findByRole('row', { name: /^HTTP\/3/ }));
    expect(row.getByText('270 ms')).toBeInTheDocument();
    expect(screen.getByText(/injected 240, policy 7/)).toBeInTheDocument();
    expect(screen.queryByText(/rate 0/)).toBeNull();
    const view = within(await screen.findByRole('row', { name: /\/basket/ }));
    expect(view.getByText('failed')).toBeInTheDocument();
    expect(view.getByText('81 ms')).toBeInTheDocument();
  });

  it('asks for the metric and the group of the address', async () => {
    const { user } = await visit('/timings?metric=ttfb&view=table');

    await user.selectOptions(await screen.findByLabelText('Compare by'), 'Cache state');

    await screen.findByRole('columnheader', { name: 'Cache state' });
    const asked = gateway.requests.map(({ url }) => url).filter((url) => url.includes('/timings?'));
    expect(asked.at(-1)).toContain('by=cache');
    expect(asked.at(-1)).toContain('metric=ttfb');
  });

  it('makes a link to the bench page of a site', async () => {
    const { user } = await visit('/timings');

    await user.type(await screen.findByLabelText(/First host of the site/), 'shop.test');
    await user.click(screen.getByRole('button', { name: 'Make link' }));

    const link = await screen.findByRole('link', { name: 'Open the bench page of shop.test' });
    expect(link).toHaveAttribute(
      'href',
      'https://shop.test/.well-known/lychgate/bench/enter#token',
    );
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('says what to do while nothing was measured', async () => {
    gateway.timings.groups = [];
    gateway.timings.views = [];
    await visit('/timings');

    expect(await screen.findByText('No page view was measured')).toBeInTheDocument();
  });
});
