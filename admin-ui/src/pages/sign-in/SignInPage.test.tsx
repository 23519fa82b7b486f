import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FAKE_PASSWORD, type FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway();
});

async function fill(user: Awaited<ReturnType<typeof visit>>['user'], password: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'admin');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('signing in', () => {
  it('returns to the requested page', async () => {
    const { user } = await visit('/manifests?q=shop');
    expect(address()).toBe('/sign-in?next=%2Fmanifests%3Fq%3Dshop');

    await fill(user, FAKE_PASSWORD);

    await screen.findByRole('heading', { name: 'Manifests' });
    expect(address()).toBe('/manifests?q=shop');
  });

  it('never redirects to another site', async () => {
    const { user } = await visit('/sign-in?next=%2F%2Fevil.example');

    await fill(user, FAKE_PASSWORD);

    await waitFor(() => expect(address()).toBe('/'));
  });

  it('shows what is wrong and keeps the name', async () => {
    const { user } = await visit('/sign-in');

    await fill(user, 'wrong');

    expect(await screen.findByRole('alert')).toHaveTextContent('Name or password is wrong');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('admin');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('requires both fields before it sends a request', async () => {
    const { user } = await visit('/sign-in');

    await user.click(await screen.findByRole('button', { name: 'Sign in' }));

    expect(await screen.findByText('Enter your name')).toBeInTheDocument();
    expect(gateway.requests.filter((request) => request.method === 'POST')).toEqual([]);
  });

  it('counts down while it is throttled', async () => {
    gateway.throttledFor = 42;
    const { user } = await visit('/sign-in');

    await fill(user, 'wrong');

    expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 42 s');
    expect(screen.getByRole('button', { name: 'Wait 42 s' })).toBeDisabled();
  });

  it('lets password managers work', async () => {
    await visit('/sign-in');

    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveAttribute(
      'autocomplete',
      'username',
    );
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
  });

  it('requires a new password after the one-time password', async () => {
    gateway.mustChangePassword = true;
    const { user } = await visit('/sign-in');
    await fill(user, FAKE_PASSWORD);

    expect(await screen.findByRole('heading', { name: 'Change password' })).toBeInTheDocument();
    // The gateway would refuse all others, and the audit trail would have them.
    expect(gateway.requests.map(({ url }) => new URL(url).pathname)).not.toContain(
      '/api/v1/status',
    );
    await user.type(screen.getByLabelText('Current password'), FAKE_PASSWORD);
    await user.type(screen.getByLabelText('New password'), 'a much better one');
    await user.type(screen.getByLabelText('New password again'), 'a much better one');
    await user.click(screen.getByRole('button', { name: 'Change password' }));

    await waitFor(() => expect(address()).toBe('/'));
    expect(gateway.password).toBe('a much better one');
  });
});

describe('signing out', () => {
  it('opens the sign-in page', async () => {
    gateway.signIn();
    const { user } = await visit('/manifests');

    await user.click(await screen.findByRole('button', { name: 'Account of admin' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));

    expect(await screen.findByRole('heading', { name: 'Sign in to Lychgate' })).toBeInTheDocument();
    expect(gateway.session).toBeNull();
  });
});
