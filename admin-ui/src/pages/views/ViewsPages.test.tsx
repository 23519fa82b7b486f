import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { startGateway, visit } from '~/test-app';
import { fallMarks, sizeOf } from './rows';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

const asked = (part: string): string =>
  gateway.requests
    .map(({ url }) => url)
    .filter((url) => url.includes(part))
    .at(-1) ?? '';

describe('the page views', () => {
  it('lists views with a waterfall and sends the filters of the address', async () => {
    const { user } = await visit('/views?protocol=h3&arm=exp:fast&order=slowest');

    const row = within(await screen.findByRole('row', { name: /\/basket/ }));
    expect(row.getByRole('link', { name: '/basket' })).toHaveAttribute(
      'href',
      '/views/q1w2e3r4t5y6u7i8',
    );
    const first = asked('/views?');
    expect(first).toContain('waterfall=true');
    expect(first).toContain('protocol=h3');
    expect(decodeURIComponent(first)).toContain('arm=exp:fast');
    expect(first).toContain('order=slowest');

    await user.click(screen.getByLabelText('Also without a waterfall'));
    await screen.findByRole('row', { name: /\/basket/ });
    expect(asked('/views?')).not.toContain('waterfall=');
  });

  it('shows two chosen views side by side, also by keyboard', async () => {
    const { user } = await visit('/views');

    const boxes = await screen.findAllByRole('checkbox', { name: /^Choose/ });
    boxes[0]?.focus();
    await user.keyboard(' ');
    await user.click((await screen.findAllByRole('checkbox', { name: /^Choose/ }))[1] as Element);
    const link = await screen.findByRole('link', { name: 'Show the two side by side' });
    link.focus();
    await user.keyboard('{Enter}');

    expect(await screen.findAllByRole('img', { name: /^Waterfall of/ })).toHaveLength(2);
    const archives = screen.getAllByRole('link', { name: 'Download HAR' });
    expect(archives[0]).toHaveAttribute('href', '/api/v1/views/q1w2e3r4t5y6u7i8/har');
    expect(archives).toHaveLength(2);
  });

  it('says what to do while no view matches', async () => {
    gateway.timings.views = [];
    await visit('/views');

    expect(await screen.findByText('No page view matches')).toBeInTheDocument();
  });

  it('leads back from a page of the list that has become empty', async () => {
    gateway.timings.views = [];
    const { user } = await visit('/views?offset=50');

    await user.click(await screen.findByRole('button', { name: 'Show the first ones' }));

    expect(await screen.findByText('No page view matches')).toBeInTheDocument();
    expect(asked('/views?')).not.toContain('offset=50');
  });
});

describe('one page view', () => {
  it('shows both lanes, and the same times as a table', async () => {
    const { user } = await visit('/views/q1w2e3r4t5y6u7i8');

    const chart = await screen.findByRole('img', { name: /^Waterfall of \/basket/ });
    expect(chart.querySelectorAll('[data-row]')).toHaveLength(3);
    expect(screen.getByText(/may be wrong by 4.5 ms/)).toHaveTextContent(
      '2 resources are not shown',
    );

    await user.click(screen.getByText('Show as table'));
    const css = within(await screen.findByRole('row', { name: /\/site.css/ }));
    expect(css.getByText('95 ms')).toBeInTheDocument();
    expect(css.getAllByText('101 ms')).not.toHaveLength(0);
    const push = within(screen.getByRole('row', { name: /\/pushed.js/ }));
    expect(push.getByText(/pushed, not reported by the browser/)).toBeInTheDocument();
  });

  it('says which lane is missing', async () => {
    gateway.timings.hasGateway = false;
    await visit('/views/q1w2e3r4t5y6u7i8');

    expect(await screen.findByText('No lane of the gateway')).toBeInTheDocument();
    expect(screen.getByText(/cannot be compared/)).toBeInTheDocument();
  });

  it('says that a view is not kept', async () => {
    await visit('/views/gone');

    expect(await screen.findByText('Could not load the page view')).toBeInTheDocument();
  });
});

it('joins the names of events at the same moment', () => {
  const view = { times: { fcp: 100, lcp: 102, load: 900 } } as unknown as Parameters<
    typeof fallMarks
  >[0];
  expect(fallMarks(view)).toEqual([
    { label: 'FCP, LCP', at: 100 },
    { label: 'Load', at: 900 },
  ]);
});

it('names the class of a size by its upper end', () => {
  expect([4, 10, 11, 20].map(sizeOf)).toEqual(['16 B', '1 KiB', '2 KiB', '1 MiB']);
});
