import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  sessionStorage.clear();
  gateway = startGateway().signIn();
});

describe('configuration', () => {
  it('shows the revision in force and why a node does not run it', async () => {
    await visit('/configuration');

    expect(await screen.findByText(/Revision 1 is in force/)).toBeInTheDocument();
    const node = within(await screen.findByRole('row', { name: /gate-2/ }));
    expect(node.getByText('port 443 is in use')).toBeInTheDocument();
  });

  it('publishes the saved draft', async () => {
    gateway.configuration.save('zone: b\n');
    const { user } = await visit('/configuration');

    await user.click(await screen.findByRole('button', { name: 'Publish' }));

    expect(await screen.findByText(/Revision 2 is in force/)).toBeInTheDocument();
  });

  it('publishes a draft that needs an approval after another person has approved it', async () => {
    gateway.configuration.save('zone: b\n');
    gateway.configuration.approvals = { ...gateway.configuration.approvals, required: true };
    const { user } = await visit('/configuration');

    expect(await screen.findByText(/needs the approval of a person/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Approve this draft' }));
    expect(await screen.findByText(/Approved by admin/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText(/Revision 2 is in force/)).toBeInTheDocument();
  });

  it('shows a warning beside the text, and publishes it', async () => {
    gateway.configuration.save('zone: b\nauth: http://a.example\n');
    const { user } = await visit('/configuration');

    const problems = within(await screen.findByRole('list', { name: 'Problems' }));
    expect(problems.getByText(/Warning: a.example decides in clear text/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText(/Revision 2 is in force/)).toBeInTheDocument();
  });

  it('does not publish a text with an error', async () => {
    gateway.configuration.save('zone: wrong\n');
    await visit('/configuration');

    const problems = within(await screen.findByRole('list', { name: 'Problems' }));
    expect(problems.queryByText(/Warning/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
  });

  it('shows why this node refuses a publication', async () => {
    gateway.configuration.save('zone: b\n');
    gateway.configuration.refuses = true;
    const { user } = await visit('/configuration');

    await user.click(await screen.findByRole('button', { name: 'Publish' }));

    expect(await screen.findByText('port 80 is in use')).toBeInTheDocument();
  });

  it('compares any two revisions', async () => {
    const { user } = await visit('/configuration');

    await user.selectOptions(await screen.findByLabelText('Compare from'), '1');
    await user.selectOptions(screen.getByLabelText('Compare to'), '2');

    expect(await screen.findByText('zone: 1 → 2')).toBeInTheDocument();
  });

  it('keeps both texts when another person saved the draft meanwhile', async () => {
    const mine = { text: 'zone: mine\n', base: 'zone: a\n', etag: '"1"' };
    sessionStorage.setItem('lychgate.form.configuration', JSON.stringify(mine));
    gateway.configuration.save('zone: theirs\n');
    const { user } = await visit('/configuration');

    expect(await screen.findByText('Another user saved this draft')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save draft' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Keep my side' }));
    await user.click(screen.getByRole('button', { name: 'Save draft' }));

    expect(await screen.findByRole('button', { name: 'Publish' })).toBeEnabled();
    expect(gateway.configuration.now.draft?.text).toBe('zone: mine\n');
  });

  it('is read-only while a file outside decides it, and names the place', async () => {
    gateway.configuration.now = {
      ...gateway.configuration.now,
      managedBy: 'https://git.example/ops',
    };
    gateway.configuration.save('zone: b\n');
    await visit('/configuration');

    expect(await screen.findByText('https://git.example/ops')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
    expect(await screen.findByRole('button', { name: 'Restore 2' })).toBeDisabled();
  });

  it('shows a file and does not edit it', async () => {
    gateway.configuration.now = {
      ...gateway.configuration.now,
      from: 'file',
      effective: ['zone: "a"  # gateway.yaml:1:7'],
    };
    await visit('/configuration');

    expect(await screen.findByText(/gateway.yaml has it/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  });
});
