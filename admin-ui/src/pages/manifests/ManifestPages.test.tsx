import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent);
const firstUrl = async () =>
  (await screen.findAllByRole('textbox', { name: 'URL' }))[0] as HTMLElement;

describe('the list of manifests', () => {
  it('keeps search, state and order in the address', async () => {
    const { user } = await visit('/manifests?sort=-name');
    await screen.findByRole('link', { name: 'shop' });
    expect(names()).toEqual(['shop', 'blog']);

    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(names()).toEqual(['blog', 'shop']));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'hero');

    await waitFor(() => expect(names()).toEqual(['shop']));
    expect(address()).toBe('/manifests?sort=name&q=hero');
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });

  it('reads a number in the address as text', async () => {
    await visit('/manifests?q=77');

    expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveValue('77');
    expect(await screen.findByRole('heading', { name: 'No manifest fits' })).toBeInTheDocument();
  });
});

describe('a new manifest', () => {
  it('starts as a draft', async () => {
    const { user } = await visit('/manifests/new');

    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'docs');
    await user.click(screen.getByRole('button', { name: 'Create draft' }));

    expect(await screen.findByRole('heading', { name: 'docs' })).toBeInTheDocument();
    expect(gateway.store.get('docs').state).toBe('draft');
  });

  it('needs an unused and well-formed name', async () => {
    const { user } = await visit('/manifests/new');
    const name = await screen.findByRole('textbox', { name: 'Name' });

    await user.type(name, 'No Good');
    await user.click(screen.getByRole('button', { name: 'Create draft' }));
    expect(await screen.findByText(/Lower-case letters, digits/)).toBeInTheDocument();

    await user.clear(name);
    await user.type(name, 'shop');
    await user.click(screen.getByRole('button', { name: 'Create draft' }));
    expect(await screen.findByText('A manifest of this name exists')).toBeInTheDocument();
  });
});

describe('editing a draft', () => {
  it('saves the changes of the form and keeps comments', async () => {
    const { user } = await visit('/manifests/shop/edit');

    const url = await firstUrl();
    await user.clear(url);
    await user.type(url, '/a.css');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));

    await screen.findByText('Everything is saved');
    const { text } = gateway.store.get('shop').draft;
    expect(text).toContain('{ url: /a.css, as: style } # blocks the first paint');
  });

  it('shows an error of the gateway at its field', async () => {
    const { user } = await visit('/manifests/shop/edit');

    await user.clear(await firstUrl());

    expect(await screen.findByText(/1 error to fix/)).toBeInTheDocument();
    expect(screen.getAllByText(/url: empty/).length).toBeGreaterThan(1);
  });

  it('keeps the text if another user saved meanwhile', async () => {
    const { user } = await visit('/manifests/shop/edit');
    const url = await firstUrl();
    await user.clear(url);
    await user.type(url, '/mine.css');
    gateway.store.author = 'sam';
    gateway.store.save('shop', gateway.store.get('shop').etag, 'rules: []\n');

    await user.click(screen.getByRole('button', { name: 'Save draft' }));

    expect(await screen.findByRole('alert')).toHaveTextContent('sam saved it');
    await user.click(await screen.findByRole('button', { name: 'Merge by hand' }));
    await user.click(await screen.findByRole('button', { name: 'Save my side' }));
    await waitFor(() => expect(gateway.store.get('shop').draft.text).toContain('/mine.css'));
  });

  it('merges two edits of different places by itself', async () => {
    const { user } = await visit('/manifests/shop/edit');
    const url = await firstUrl();
    await user.clear(url);
    await user.type(url, '/mine.css');
    const before = gateway.store.get('shop');
    gateway.store.author = 'sam';
    gateway.store.save('shop', before.etag, `${before.draft.text}# by sam\n`);

    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText(/Both edits fit together/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save merged text' }));

    await waitFor(() => expect(gateway.store.get('shop').draft.text).toContain('/mine.css'));
    expect(gateway.store.get('shop').draft.text).toContain('# by sam');
  });

  it('asks about a line that both changed, and can keep both', async () => {
    const { user } = await visit('/manifests/shop/edit');
    const url = await firstUrl();
    const first = String((url as HTMLInputElement).value);
    await user.clear(url);
    await user.type(url, '/mine.css');
    const before = gateway.store.get('shop');
    gateway.store.author = 'sam';
    gateway.store.save('shop', before.etag, before.draft.text.replace(first, '/theirs.css'));

    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('1 part to decide')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Both, mine first' }));
    await user.click(screen.getByRole('button', { name: 'Save merged text' }));

    await waitFor(() => expect(gateway.store.get('shop').draft.text).toContain('/mine.css'));
    expect(gateway.store.get('shop').draft.text).toContain('/theirs.css');
  });

  it('asks before a link discards typed text', async () => {
    const { user } = await visit('/manifests/shop/edit');
    await user.type(await firstUrl(), 'x');

    await user.click(screen.getByRole('link', { name: 'Overview' }));
    await user.click(await screen.findByRole('button', { name: 'Stay' }));

    expect(address()).toBe('/manifests/shop/edit');
    await user.click(screen.getByRole('link', { name: 'Overview' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeInTheDocument();
  });

  it('restores typed text after a reload', async () => {
    localStorage.setItem('lychgate.unsaved.blog', 'rules: [] # mine\n');
    const { user } = await visit('/manifests/blog/edit');

    await user.click(await screen.findByRole('button', { name: 'Bring them back' }));
    await user.click(screen.getByRole('button', { name: 'Save draft' }));

    await waitFor(() => expect(gateway.store.get('blog').draft.text).toBe('rules: [] # mine\n'));
  });

  it('shows a viewer why nothing can be saved', async () => {
    gateway.role = 'viewer';
    gateway.signIn();
    await visit('/manifests/shop/edit');

    expect(await screen.findByText('Your role is viewer (needed: editor)')).toBeInTheDocument();
    expect(await firstUrl()).toBeDisabled();
  });
});

describe('publishing', () => {
  it('shows on which nodes the revision is in force', async () => {
    const { user } = await visit('/manifests/shop/publish');

    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Hero later');
    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(
      await screen.findByText('shop: revision 13 is effective on 1 of 1 nodes.'),
    ).toBeInTheDocument();
    expect(gateway.store.history('shop').items[0]?.comment).toBe('Hero later');
  });

  it('shows a newer draft before it publishes it, and keeps the comment', async () => {
    const { user } = await visit('/manifests/shop/publish');
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Mine');
    gateway.store.author = 'sam';
    gateway.store.save('shop', gateway.store.get('shop').etag, 'rules: []\n');

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The draft changed while you were reviewing',
    );
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Mine');
    expect(gateway.store.get('shop').state).toBe('changed');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(gateway.store.get('shop').state).toBe('published'));
  });

  it('refuses a draft with errors without a request', async () => {
    gateway.store.save('blog', gateway.store.get('blog').etag, 'rules: 7\n');
    await visit('/manifests/blog/publish');

    expect(await screen.findByText('The draft has errors')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Publish' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});

describe('the history', () => {
  it('rolls back after a confirmation', async () => {
    const { user } = await visit('/manifests/shop/history?revision=11');

    await user.click(await screen.findByRole('button', { name: 'Roll back to revision 11' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('The draft has changes that were never published');
    await user.click(within(dialog).getByRole('button', { name: 'Roll back to revision 11' }));

    expect(
      await screen.findByText('shop: revision 13 is effective on 1 of 1 nodes.'),
    ).toBeInTheDocument();
    expect(gateway.store.get('shop').published).toMatchObject({
      kind: 'rollback',
      rolledBackTo: 11,
    });
  });

  it('does not offer to roll back to the revision in force', async () => {
    await visit('/manifests/shop/history');

    expect(await screen.findByText('This revision is in force')).toBeInTheDocument();
  });

  it('compares the revisions in the address', async () => {
    await visit('/manifests/shop/history?revision=12&against=draft');

    expect(
      await screen.findByRole('heading', { name: 'From revision 12 to the draft' }),
    ).toBeInTheDocument();
    expect(screen.getByText('1 line added, 1 removed')).toBeInTheDocument();
  });

  it('takes a manifest out of force', async () => {
    const { user } = await visit('/manifests/shop/edit');

    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Take out of force' }));
    await user.click(await screen.findByRole('button', { name: 'Take out of force' }));

    expect(
      await screen.findByText(/revision 13 is effective on 1 of 1 nodes. Its assets/),
    ).toBeInTheDocument();
    expect(gateway.store.get('shop').state).toBe('retired');
  });
});
