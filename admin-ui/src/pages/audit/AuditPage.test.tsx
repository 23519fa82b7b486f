import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

describe('audit', () => {
  it('lists entries and loads older ones by the cursor', async () => {
    const { user } = await visit('/audit');

    expect(await screen.findByText('50 of 60')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Older entries' }));

    expect(await screen.findByText('60 of 60')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Older entries' })).not.toBeInTheDocument();
  });

  it('shows a change as text, never as markup', async () => {
    const { user } = await visit('/audit');

    await user.click(await screen.findByRole('button', { name: 'Change of entry 59' }));

    expect(screen.getByText(/<b>b<\/b>\.js/)).toBeInTheDocument();
  });

  it('keeps the filter in the address', async () => {
    const { user } = await visit('/audit');
    await screen.findByText('50 of 60');

    await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'refused');

    expect(await screen.findByText('20 of 20')).toBeInTheDocument();
    expect(address()).toBe('/audit?outcome=refused');
    expect(screen.getByRole('link', { name: 'Export as JSON lines' })).toHaveAttribute(
      'href',
      '/api/v1/audit:export?format=jsonl&outcome=refused',
    );
  });

  it('verifies the chain and names the faults', async () => {
    const { user } = await visit('/audit');

    await user.click(await screen.findByRole('button', { name: 'Verify the chain' }));
    expect(await screen.findByText('The trail is whole')).toBeInTheDocument();
    gateway.system.verification = {
      ...gateway.system.verification,
      whole: false,
      faults: ['position 3: entry 3 was removed'],
    };
    await user.click(screen.getByRole('button', { name: 'Verify the chain' }));

    const alert = within(
      await screen
        .findByText('The trail was changed')
        .then((each) => each.closest('[role=alert]') as HTMLElement),
    );
    expect(alert.getByText('position 3: entry 3 was removed')).toBeInTheDocument();
  });
});
