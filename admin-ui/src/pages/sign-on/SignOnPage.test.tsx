import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway();
  gateway.signIn();
  gateway.signOn.state = {
    ...gateway.signOn.state,
    local: 'break-glass',
    providers: [
      {
        name: 'staff',
        title: 'Company account',
        issuer: 'https://login.example',
        clientId: 'gate',
        redirectUri: 'https://gate.example/api/v1/session/providers/staff/callback',
        users: 'create',
        userClaim: 'email',
        groupsClaim: 'groups',
        mapping: [{ group: 'gateway-admins', role: 'admin', sites: ['*'] }],
        successes: 3,
        failures: 1,
        succeededAt: '2026-11-20T10:00:00Z',
        failedAt: '2026-11-20T11:00:00Z',
        failure: 'token endpoint: status 500',
      },
    ],
  };
});

describe('the screen Sign-on', () => {
  it('shows providers with their last error and their rules', async () => {
    await visit('/sign-on');

    expect(await screen.findByRole('heading', { name: 'Company account' })).toBeInTheDocument();
    expect(screen.getByText('token endpoint: status 500')).toBeInTheDocument();
    expect(screen.getByText('gateway-admins')).toBeInTheDocument();
    expect(screen.getByText(/Only these users may sign in with a password/)).toHaveTextContent(
      'admin',
    );
  });

  it('tests claims', async () => {
    const { user } = await visit('/sign-on');
    await user.click(await screen.findByRole('button', { name: 'Test' }));
    expect(await screen.findByText('The user signs in as ann@example.com')).toBeInTheDocument();

    const claims = screen.getByRole('textbox', { name: 'Claims' });
    await user.clear(claims);
    await user.type(claims, '{{"sub":"1"}');
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('The sign-in is refused')).toBeInTheDocument();

    await user.clear(claims);
    await user.type(claims, 'no JSON');
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('Enter a JSON object')).toBeInTheDocument();
  });
});
