import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  sessionStorage.clear();
  gateway = startGateway().signIn();
});

describe('users', () => {
  it('show their roles with the sites', async () => {
    await visit('/users');

    const row = within(await screen.findByRole('row', { name: /^ann/ }));
    expect(row.getByText('editor of shop.example, *.blog.example')).toBeInTheDocument();
    expect(row.getByText('viewer')).toBeInTheDocument();
  });

  it('are created with a one-time password that is shown once', async () => {
    const { user } = await visit('/users');

    await user.click(await screen.findByRole('button', { name: 'New user' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'bob');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role 1' }), 'publisher');
    await user.type(
      screen.getByRole('textbox', { name: 'Sites of role 1' }),
      'Shop.example b.example',
    );
    await user.click(screen.getByRole('button', { name: 'Create' }));

    expect(await screen.findByText('abcde-fghjk-mnpqr-stuvw')).toBeInTheDocument();
    expect(gateway.people.users.at(-1)?.grants).toEqual([
      { role: 'publisher', sites: ['shop.example', 'b.example'] },
    ]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('abcde-fghjk-mnpqr-stuvw')).not.toBeInTheDocument();
    expect(await screen.findByRole('row', { name: /^bob/ })).toBeInTheDocument();
  });

  it('show why a user cannot be created', async () => {
    const { user } = await visit('/users?edit=%2B');

    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'ann');
    await user.click(screen.getByRole('button', { name: 'Create' }));

    expect(await screen.findByRole('alert')).toHaveTextContent('name: ann is taken');
  });

  it('keep an edit over the end of the session', async () => {
    const { user } = await visit('/users?edit=ann');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, 'a');
    gateway.session = null;
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByRole('heading', { name: /Sign in/ })).toBeInTheDocument();
    expect(address()).toContain('/sign-in?next=');
    expect(decodeURIComponent(address())).toContain('/users?edit=ann');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'admin');
    await user.type(screen.getByLabelText('Password'), gateway.password);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));

    expect(await screen.findByRole('form', { name: 'Edit ann' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('anna');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('row', { name: /^anna/ })).toBeInTheDocument();
  });

  it('are disabled after a question', async () => {
    const { user } = await visit('/users');

    await user.click(await screen.findByRole('button', { name: 'Disable ann' }));
    expect(await screen.findByText(/the tokens are deleted/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Disable' }));

    await waitFor(() => expect(gateway.people.users[1]?.disabled).toBe(true));
    expect(await screen.findByRole('button', { name: 'Enable ann' })).toBeInTheDocument();
  });

  it('lose their second factors after a question', async () => {
    const { user } = await visit('/users');

    await user.click(await screen.findByRole('button', { name: 'Reset second factors ann' }));
    expect(await screen.findByText(/all recovery codes of the user are removed/)).toBeVisible();
    expect(gateway.people.resets).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Reset' }));

    expect(await screen.findByText('The second factors of ann are reset.')).toBeInTheDocument();
    expect(gateway.people.resets).toEqual(['ann']);
  });

  it('are for admins; all see the permissions', async () => {
    gateway.role = 'editor';
    gateway.signIn();
    await visit('/users');

    expect(await screen.findByText('Only admins manage users')).toBeInTheDocument();
    const row = within(await screen.findByRole('row', { name: /publishManifest/ }));
    expect(row.getAllByText('yes')).toHaveLength(2);
  });
});
