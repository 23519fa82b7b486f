import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  sessionStorage.clear();
  gateway = startGateway().signIn();
});

describe('tokens', () => {
  it('show rights, last use and end', async () => {
    await visit('/tokens');

    const row = within(await screen.findByRole('row', { name: /^ci/ }));
    expect(row.getByText('editor of shop.example')).toBeInTheDocument();
    expect(row.getByText('manifests')).toBeInTheDocument();
    expect(row.getByText('192.0.2.0/24')).toBeInTheDocument();
  });

  it('are created with a text that is shown once', async () => {
    const { user } = await visit('/tokens');

    await user.click(await screen.findByRole('button', { name: 'New token' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'purge');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'publisher');
    await user.click(await screen.findByRole('checkbox', { name: 'cache' }));
    await user.click(screen.getByRole('button', { name: 'Create' }));

    expect(await screen.findByText('lyg_once')).toBeInTheDocument();
    expect(gateway.people.tokens.at(-1)).toMatchObject({
      name: 'purge',
      role: 'publisher',
      sites: ['*'],
      operations: ['cache'],
    });
  });

  it('are deleted after a question', async () => {
    const { user } = await visit('/tokens');

    await user.click(await screen.findByRole('button', { name: 'Delete ci' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('No tokens')).toBeInTheDocument();
  });
});

describe('own account', () => {
  it('shows sessions and ends them', async () => {
    const { user } = await visit('/account');

    const row = within(await screen.findByRole('row', { name: /^Firefox/ }));
    expect(row.getByText('This browser')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'End the session of Chromium' }));

    expect(await screen.findByText('The session has ended.')).toBeInTheDocument();
    expect(gateway.people.sessions.map(({ id }) => id)).toEqual(['here']);
  });
});
