import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { joined } from '~/charts/curves';
import { marksBetween } from '~/charts/scale';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

describe('the comparison', () => {
  it('pairs HTTP/1.1 with HTTP/2 at first', async () => {
    await visit('/compare');

    expect(await screen.findByText(/HTTP\/2 is faster in 27 of 30 pairs/)).toBeInTheDocument();
    const chart = screen.getByRole('img', { name: 'Scatter of HTTP/1.1 and HTTP/2' });
    expect(chart.querySelectorAll('circle')).toHaveLength(30);
    expect(chart.querySelector('.scatter-equal')).not.toBeNull();
  });

  it('shows both cells of a picked dot, and of a picked row', async () => {
    const { user } = await visit('/compare');
    const chart = await screen.findByRole('img', { name: /Scatter/ });

    fireEvent.click(chart.querySelectorAll('circle')[1] as Element);

    const picked = within(await screen.findByRole('region', { name: 'Picked pair' }));
    expect(picked.getByText('HTTP/1.1: 1,420 ms (299 page views)')).toBeInTheDocument();
    expect(picked.getByText('HTTP/2: 1,351 ms (289 page views)')).toBeInTheDocument();
    expect(picked.getByText('Difference: −4.9%')).toBeInTheDocument();

    await user.click(screen.getAllByRole('button', { name: '/' })[0] as HTMLElement);
    expect(picked.getByText('HTTP/1.1: 1,400 ms (300 page views)')).toBeInTheDocument();
  });

  it('has the distribution and the parts of the time to first byte as tables', async () => {
    await visit('/compare');

    expect(await screen.findByRole('row', { name: '50% 1,500 ms 1,420 ms' })).toBeInTheDocument();
    expect(
      screen.getByRole('row', { name: /HTTP\/2 4 ms 12 ms 30 ms 45 ms 94 ms 185 ms 7,900/ }),
    ).toBeInTheDocument();
  });

  it('keeps the question in the address', async () => {
    const { user } = await visit('/compare');
    await screen.findByText(/is faster in/);

    await user.selectOptions(screen.getByLabelText('B, up'), 'h3');
    await user.selectOptions(screen.getByLabelText('Metric'), 'lcp');
    await user.click(screen.getByRole('button', { name: 'Compare' }));

    expect(await screen.findByText(/HTTP\/3 is faster in/)).toBeInTheDocument();
    expect(address()).toBe('/compare?a=h1&b=h3&metric=lcp');
  });

  it('asks for two different sides', async () => {
    const { user } = await visit('/compare');
    await screen.findByText(/is faster in/);

    await user.selectOptions(screen.getByLabelText('B, up'), 'h1');

    expect(screen.getByText('Choose another one than A')).toBeInTheDocument();
  });

  it('says that there are no page views, or no pairs', async () => {
    gateway.analyses.compared.pairs = [];
    await visit('/compare');

    expect(await screen.findByText(/No cell has 5 page views of both sides/)).toBeInTheDocument();
  });

  it('explains an empty store', async () => {
    const { compared } = gateway.analyses;
    compared.a.views = 0;
    compared.b.views = 0;
    await visit('/compare');

    expect(await screen.findByText('No page views')).toBeInTheDocument();
  });
});

describe('axes', () => {
  it('have round marks', () => {
    expect(marksBetween(30, 1100)).toEqual([50, 100, 200, 500, 1000]);
    expect(marksBetween(0, 10)).toEqual([]);
  });

  it('join curves with places of their own', () => {
    const first = {
      points: [
        { place: 1, value: 10 },
        { place: 3, value: 30 },
      ],
    };
    const second = { points: [{ place: 2, value: 20 }] };

    expect(joined([first, second, { points: [] }])).toEqual({
      places: [1, 2, 3],
      values: [
        [10, 10, 30],
        [0, 20, 20],
        [null, null, null],
      ],
    });
  });
});
