import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FAKE_PASSWORD, type FakeGateway } from '~/api/fakes/gateway';
import { FAKE_CODE, FAKE_RECOVERY } from '~/api/fakes/sign-on';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway();
  gateway.signIn();
});

describe('second factors', () => {
  it('are set up with the password, a QR code and the first code', async () => {
    const { user } = await visit('/second-factors');
    await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
    await user.type(await screen.findByLabelText('Your password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('This is not your password')).toBeInTheDocument();
    await user.clear(screen.getByLabelText('Your password'));
    await user.type(screen.getByLabelText('Your password'), FAKE_PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Continue' }));

    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeInTheDocument();
    expect(screen.getByTitle('QR code for the app')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Code of the app' }), FAKE_CODE);
    await user.click(screen.getByRole('button', { name: 'Confirm' }));

    const dialog = await screen.findByRole('dialog', { name: 'Your recovery codes' });
    expect(within(dialog).getByText(FAKE_RECOVERY)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByText(/^In use/)).toBeInTheDocument();
    expect(screen.getByText('10 codes left.', { exact: false })).toBeInTheDocument();
  });

  it('come first for a role that needs one', async () => {
    gateway.signOn.factors = { ...gateway.signOn.factors, required: true };
    gateway.signIn();
    await visit('/manifests');

    expect(await screen.findByText('Set up a second factor first')).toBeInTheDocument();
    expect(address()).toBe('/second-factors');
  });

  it('show the name of a key as text', async () => {
    gateway.signOn.factors = {
      ...gateway.signOn.factors,
      keys: [
        {
          id: 'a',
          name: '<img src=x onerror=alert(1)>',
          host: 'localhost',
          createdAt: '2026-11-20T10:00:00Z',
          usedAt: null,
        },
      ],
    };
    await visit('/second-factors');

    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeInTheDocument();
  });
});
