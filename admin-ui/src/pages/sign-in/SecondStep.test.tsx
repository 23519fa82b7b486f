import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FAKE_PASSWORD, type FakeGateway } from '~/api/fakes/gateway';
import { FAKE_CODE, FAKE_RECOVERY } from '~/api/fakes/sign-on';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway();
});

async function password(path = '/sign-in') {
  const { user } = await visit(path);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'admin');
  await user.type(screen.getByLabelText('Password'), FAKE_PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  return user;
}

describe('signing in with a second factor', () => {
  beforeEach(() => {
    gateway.signOn.factors = { ...gateway.signOn.factors, totp: true, recoveryCodes: 3 };
  });

  it('asks for a code and opens the requested page', async () => {
    const user = await password('/manifests');
    await screen.findByRole('heading', { name: 'Second step' });
    const code = screen.getByRole('textbox', { name: 'Code of the app' });
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');

    await user.type(code, '000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The code is wrong');
    await user.type(
      screen.getByRole('textbox', { name: 'Code of the app' }),
      `${FAKE_CODE}{Enter}`,
    );

    await screen.findByRole('heading', { name: 'Manifests' });
    expect(address()).toBe('/manifests');
  });

  it('takes a recovery code', async () => {
    const user = await password();
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByRole('textbox', { name: 'Recovery code' }), FAKE_RECOVERY);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));

    await waitFor(() => expect(address()).toBe('/'));
  });

  it('leads back to the password when the step has ended', async () => {
    const user = await password();
    await screen.findByRole('heading', { name: 'Second step' });
    gateway.signOn.isInSecondStep = false;
    await user.type(
      screen.getByRole('textbox', { name: 'Code of the app' }),
      `${FAKE_CODE}{Enter}`,
    );

    expect(await screen.findByRole('alert')).toHaveTextContent('The sign-in has ended');
    await user.click(screen.getByRole('button', { name: 'Begin again' }));
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });
});

describe('providers on the sign-in page', () => {
  it('has a button for each, and no password while it is off', async () => {
    gateway.signOn.options = {
      local: 'off',
      providers: [{ name: 'staff', title: 'Company account' }],
    };
    await visit('/sign-in');

    expect(
      await screen.findByRole('button', { name: 'Continue with Company account' }),
    ).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByLabelText('Password')).not.toBeInTheDocument());
  });

  it('shows why a sign-in failed, and ignores unknown codes', async () => {
    await visit('/sign-in?failure=no-role');
    expect(await screen.findByRole('alert')).toHaveTextContent('None of your groups has a role');
  });

  it('shows no text from the address', async () => {
    await visit('/sign-in?failure=evil');
    await screen.findByRole('textbox', { name: 'Name' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
