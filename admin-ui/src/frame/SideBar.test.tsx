import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway, visit } from '~/test-app';

beforeEach(() => {
  sessionStorage.clear();
  startGateway().signIn();
});

describe('the side bar', () => {
  it('has its pages in groups with plain names', async () => {
    await visit('/users');
    const pages = within(await screen.findByRole('navigation', { name: 'Pages' }));

    expect(pages.getAllByRole('group').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Start',
      'Traffic',
      'Delivery',
      'Proof',
      'Operation',
      'Administration',
    ]);
    const proof = within(pages.getByRole('group', { name: 'Proof' }));
    expect(proof.getAllByRole('link').map((each) => each.textContent)).toEqual([
      'Savings',
      'Timings',
      'Views',
      'Experiments',
      'Compare',
    ]);
  });

  it('is walked by keyboard from top to bottom', async () => {
    const { user } = await visit('/users');
    const pages = within(await screen.findByRole('navigation', { name: 'Pages' }));
    const links = pages.getAllByRole('link');
    const [first] = links;

    first?.focus();
    for (const link of links) {
      expect(link).toHaveFocus();
      await user.tab();
    }
    expect(pages.getByRole('link', { name: 'Users & roles' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
});
