import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { startGateway, visit } from '~/test-app';
import { FRESH, whyNotWish, wishOf } from './wish';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
  const { etag, draft } = gateway.store.get('shop');
  gateway.store.author = 'sam';
  gateway.store.save('shop', etag, `${draft.text}# changed\n`);
});

const publishPage = async () => {
  const page = await visit('/manifests/shop/publish');
  await screen.findByRole('button', { name: 'Publish' });
  return page;
};

describe('the approval of a draft', () => {
  it('must come from a person who did not change it', async () => {
    gateway.publishing.required = true;
    const { user } = await publishPage();
    await screen.findByText('The draft is not approved yet');

    await user.click(await screen.findByRole('button', { name: 'Approve this draft' }));

    expect(await screen.findByText(/Approved by admin/)).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.queryByText('The draft is not approved yet')).not.toBeInTheDocument(),
    );
  });

  it('is refused to an author before a click', async () => {
    gateway.publishing.authors = ['admin'];
    await publishPage();

    expect(await screen.findByText('You changed this draft')).toBeInTheDocument();
  });
});

it('shows the dry run with its numbers and notes', async () => {
  const { user } = await publishPage();

  await user.click(screen.getByRole('button', { name: 'Run' }));

  expect(await screen.findByText(/Would have matched 1,204 of 80,112/)).toBeInTheDocument();
  expect(screen.getByText('shop.example.com/sale: 104 views, hints 0 → 208')).toBeInTheDocument();
  expect(screen.getByText(/that of a new visitor/)).toBeInTheDocument();
});

it('names hints whose size is not known beside the bytes of a dry run', async () => {
  gateway.publishing.hasUnknownSizes = true;
  const { user } = await publishPage();

  await user.click(screen.getByRole('button', { name: 'Run' }));

  expect(await screen.findByText(/and 104 hints of unknown size/)).toBeInTheDocument();
});

it('begins a canary, shows its progress, and undoes it with one click', async () => {
  const { user } = await publishPage();

  await user.click(screen.getByRole('radio', { name: 'On some gateways first' }));
  await user.click(screen.getByRole('button', { name: 'Begin canary' }));

  expect(await screen.findByText('Effective on 1 of 1 gateways')).toBeInTheDocument();
  expect(screen.getByText('gate-one: runs it, canary')).toBeInTheDocument();
  expect(screen.getByText('Canary: 40 requests, 0 with 5xx, p95 12 ms')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone')).toBeInTheDocument();
});

it('schedules a publication', async () => {
  const { user } = await publishPage();

  await user.click(screen.getByRole('radio', { name: 'At a time' }));
  expect(screen.getByText('Choose a time')).toBeInTheDocument();
  const time = screen.getByLabelText('Time');
  await user.type(time, '2099-01-31T08:00');
  await user.click(screen.getByRole('button', { name: 'Schedule' }));

  expect(await screen.findByText('Scheduled publication')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Cancelled')).toBeInTheDocument();
});

it('restores one rule of an old revision', async () => {
  gateway.publishing.changes = [
    { kind: 'changed', rule: '/sale', subject: 'asset /a.css', detail: 'tier 1 -> 2' },
    { kind: 'added', rule: '', subject: 'host shop.example', detail: '' },
  ];
  const { user } = await visit('/manifests/shop/history?against=draft');

  await user.click(await screen.findByRole('button', { name: /Restore rule \/sale/ }));

  await waitFor(() => expect(gateway.publishing.restored).toEqual(['/sale']));
  // A host is no rule.
  expect(screen.getAllByRole('button', { name: /Restore rule/ })).toHaveLength(1);
});

describe('the form of a publication', () => {
  it('names what is missing', () => {
    expect(whyNotWish({ ...FRESH, when: 'at', at: '2000-01-01T00:00' })).toBe('The time is over');
    expect(whyNotWish({ ...FRESH, when: 'canary', share: '100' })).toContain('1 to 99');
    expect(whyNotWish({ ...FRESH, when: 'canary', p95: 'x' })).toContain('guardrail');
    expect(whyNotWish({ ...FRESH, when: 'canary' })).toBeUndefined();
  });

  it('sends the canary with its guardrails', () => {
    expect(wishOf({ ...FRESH, when: 'canary' })).toEqual({
      canary: {
        share: 25,
        minutes: 30,
        promote: true,
        guardrails: { serverErrors: 1, p95: 50, waste: 20, minRequests: 100 },
      },
    });
  });
});
