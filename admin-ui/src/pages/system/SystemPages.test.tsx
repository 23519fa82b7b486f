import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

describe('system', () => {
  it('shows versions, checks, the arithmetic of the store and backups', async () => {
    await visit('/system');

    expect(await screen.findByText('25.0.1', { selector: 'td.mono' })).toBeInTheDocument();
    const check = within(screen.getByRole('row', { name: /udp-buffers/ }));
    expect(check.getByText('Warning')).toBeInTheDocument();
    expect(check.getByText('sysctl -w net.core.rmem_max=7500000')).toBeInTheDocument();
    const table = within(screen.getByRole('row', { name: /^revision/ }));
    expect(table.getByText('for ever')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: /20261121T030000000Z/ })).toHaveAttribute(
      'href',
      '/api/v1/backups/lychgate-20261121T030000000Z.backup.zip',
    );
  });

  it('shows why the receiver of the audit trail and the backups fail', async () => {
    gateway.system.report.auditForward = {
      receiver: 'tls://siem.example:6514',
      state: 'failing',
      behind: 12,
      lost: 0,
      problem: 'Connection refused',
    };
    gateway.system.backups.problem = 'the disk is full';
    gateway.system.backups.nextAttempt = '2026-11-27T08:00:00Z';
    await visit('/system');

    expect(await screen.findByText('Connection refused')).toBeInTheDocument();
    expect(screen.getByText(/12 entries wait in the store/)).toBeInTheDocument();
    expect(await screen.findByText(/the disk is full The next attempt is at/)).toBeInTheDocument();
  });

  it('makes a backup with a key that prevents a second one', async () => {
    const { user } = await visit('/system');

    await user.click(await screen.findByRole('button', { name: 'Make a backup' }));

    expect(await screen.findByRole('link', { name: /20261121T210000000Z/ })).toBeInTheDocument();
    const made = gateway.requests.find((each) => each.method === 'POST');
    expect(made?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('shows the nodes with their revisions', async () => {
    await visit('/nodes');

    expect(await screen.findByRole('table')).toBeInTheDocument();
    expect(screen.getByText(/is effective on/)).toBeInTheDocument();
  });
});

describe('API', () => {
  it('lists operations with parameters, body and a command', async () => {
    const { user } = await visit('/api-reference');

    await user.click(await screen.findByText('Put the draft in force'));

    expect(await screen.findByText('Name of the manifest')).toBeInTheDocument();
    expect(screen.getByText(/Role publisher or above/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Copy as curl' })).toBeInTheDocument();
    expect(screen.getByText(/"comment"/)).toBeInTheDocument();
  });

  it('finds an operation by a word', async () => {
    const { user } = await visit('/api-reference');

    await user.type(await screen.findByRole('searchbox'), 'getStatus');

    expect(await screen.findByText('1 operation')).toBeInTheDocument();
  });
});
