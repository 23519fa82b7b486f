import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeEventSource } from '~/api/fakes/event-source';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const table = async (name: string) => region(`${name}, table`);

/** Query of the last request for points. */
const asked = () => {
  const last = gateway.requests.findLast(({ url }) => new URL(url).pathname.endsWith('/history'));
  return new URL(last?.url ?? 'http://none').searchParams;
};

function receive(change: (savings: FakeGateway['savings']) => void = () => {}) {
  change(gateway.savings);
  act(() => {
    FakeEventSource.newest?.open();
    FakeEventSource.newest?.send('savings', structuredClone(gateway.savings));
  });
}

describe('the savings', () => {
  it('has the totals of the last 24 hours, with definitions', async () => {
    await visit('/savings');

    const card = await region('Connections saved');
    expect(card.getByText(/^\+[\d,]+$/)).toBeInTheDocument();
    expect(card.getByText(/that HTTP\/1.1 would have opened/)).toBeInTheDocument();
    const handshakes = await region('Handshakes');
    expect(handshakes.getByText('60%')).toBeInTheDocument();
    expect(handshakes.getByText(/failed: [\d,]+ with a TLS error/)).toBeInTheDocument();
    expect(asked().get('seconds')).toBe('86400');
  });

  it('shows a figure by protocol, by its address', async () => {
    const { user } = await visit('/savings');

    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Figure' }),
      'Full handshakes',
    );

    expect(await region('Full handshakes by protocol')).toBeDefined();
    expect(address()).toBe('/savings?figure=full');
    expect(asked().getAll('measure')).toEqual(['handshakes_full']);
  });

  it('has the same values as a table and as CSV', async () => {
    const { user } = await visit('/savings?range=1h&figure=p95');
    await user.click(await screen.findByRole('radio', { name: 'Show as table' }));

    const values = within(
      await screen.findByRole('region', { name: /first byte, p95 by protocol, values/ }),
    );
    expect(values.getAllByRole('cell', { name: '85 ms' }).length).toBeGreaterThan(100);
    const chart = await region('Time to first byte, p95 by protocol');
    expect(chart.getByRole('link', { name: 'CSV' })).toHaveAttribute(
      'href',
      '/api/v1/history?seconds=3600&measure=p95&format=csv',
    );
  });

  it('shows one site, chosen in the table', async () => {
    const { user } = await visit('/savings');

    const sites = await table('By site');
    await user.click(sites.getByRole('button', { name: 'shop.example' }));

    expect(address()).toBe('/savings?site=shop.example');
    expect(
      await (await region('CPU time')).findByText(/for all traffic together only/),
    ).toBeVisible();
    expect(asked().get('scope')).toBe('site');
    expect(asked().get('name')).toBe('shop.example');
    expect(screen.getByRole('combobox', { name: 'Traffic' })).toHaveDisplayValue(
      'Site shop.example',
    );
  });

  it('offers a choice of nodes for a fleet only', async () => {
    gateway.history.nodes.push({ id: 'n2', name: 'gate-2' });
    const { user } = await visit('/savings');

    await user.selectOptions(await screen.findByRole('combobox', { name: 'Node' }), 'gate-2');

    expect(address()).toBe('/savings?node=n2');
    expect(asked().get('node')).toBe('n2');
  });

  it('has what this node counted since its start, and names what is missing', async () => {
    await visit('/savings');
    await screen.findByRole('heading', { name: 'Savings' });
    receive((savings) => {
      savings.closings = [
        { outcome: 'idle', count: 1200 },
        { outcome: 'reset', count: 0 },
      ];
      savings.headers = { plainBytes: 1_000_000, codedBytes: 180_000, missing: [] };
      savings.memory = {
        bytesPerConnection: null,
        missing: [{ what: 'open connections', have: 61, needed: 100 }],
      };
    });

    const since = await region('This node since its start');
    expect(since.getByRole('row', { name: 'Idle 1,200' })).toBeInTheDocument();
    expect(since.queryByRole('row', { name: /Reset/ })).toBeNull();
    expect(since.getByText(/−82%: 180 KB instead of 1 MB/)).toBeInTheDocument();
    expect(since.getByText('Not known yet: 61 of 100 open connections.')).toBeInTheDocument();
    expect(since.getByRole('row', { name: 'HTTP/2 398 µs 18.7 µs' })).toBeInTheDocument();
    expect(
      since.getByRole('row', { name: 'HTTP/3 951 µs 14 of 100 measured' }),
    ).toBeInTheDocument();
    expect(since.getByText('0.126% of the CPU time measures CPU time')).toBeInTheDocument();
  });

  it('explains an empty history', async () => {
    gateway.history.firstAt = null;
    await visit('/savings');

    expect(await screen.findByText('There is no history yet')).toBeInTheDocument();
  });

  it('shows that the store is away, and loads again', async () => {
    gateway.history.isAway = true;
    const { user } = await visit('/savings');

    expect(await screen.findByText('Could not load the history')).toBeInTheDocument();
    expect(screen.getAllByText(/The store cannot be reached/).length).toBeGreaterThan(0);

    gateway.history.isAway = false;
    const [again] = screen.getAllByRole('button', { name: 'Try again' });
    if (again) await user.click(again);
    expect(await region('Events')).toBeDefined();
  });
});

describe('the events', () => {
  it('are marks on the chart that lead to their row', async () => {
    const { user } = await visit('/savings');

    const mark = await screen.findByRole('button', {
      name: /^Event 1, .* Protocols: public serves/,
    });
    await user.click(mark);

    expect(screen.getByRole('row', { name: /public serves h2 and h3/ })).toHaveFocus();
  });

  it('can be noted', async () => {
    const { user } = await visit('/savings');
    await user.click(await screen.findByRole('button', { name: 'Note an event' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Note an event' }));

    await user.click(dialog.getByRole('button', { name: 'Note' }));
    expect(await dialog.findByText(/Enter a line/)).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'shop 4.3');
    await user.click(dialog.getByRole('button', { name: 'Note' }));

    expect(await (await table('Events')).findByText('shop 4.3')).toBeInTheDocument();
    expect(gateway.history.events.at(-1)).toMatchObject({ kind: 'deploy', author: 'admin' });
  });

  it('can be changed and deleted if a user noted them', async () => {
    const { user } = await visit('/savings');
    expect(screen.queryByRole('button', { name: /^Change: Protocols/ })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Change: Deployment, shop 4.2' }));
    const text = await screen.findByRole('textbox', { name: 'Text' });
    await user.clear(text);
    await user.type(text, 'shop 4.2.1');
    await user.click(screen.getByRole('button', { name: 'Change' }));

    await user.click(await screen.findByRole('button', { name: 'Delete: Deployment, shop 4.2.1' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('The event was deleted.')).toBeInTheDocument();
    expect(gateway.history.events.map(({ id }) => id)).toEqual(['e1']);
  });

  it('shows a viewer why nothing can be noted', async () => {
    gateway.role = 'viewer';
    gateway.signIn();
    await visit('/savings');

    expect(await screen.findByText('Your role is viewer (needed: editor)')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Report before/ })).toBeNull();
  });
});

describe('a report about an event', () => {
  it('opens at its permanent address', async () => {
    const { user } = await visit('/savings');
    await user.click(
      await screen.findByRole('button', { name: /^Report before and after: Protocols/ }),
    );
    await user.click(await screen.findByRole('button', { name: 'Make the report' }));

    expect(
      await screen.findByRole('heading', { name: 'Before and after: public serves h2 and h3' }),
    ).toBeInTheDocument();
    expect(address()).toBe('/reports/r2');
  });

  it('is refused with what is missing and when to ask again', async () => {
    gateway.history.isThin = true;
    const { user } = await visit('/savings');
    await user.click(
      await screen.findByRole('button', { name: /^Report before and after: Deployment/ }),
    );
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Time zone' }), 'UTC');
    await user.click(screen.getByRole('button', { name: 'Make the report' }));

    const refusal = within(await screen.findByRole('alert'));
    expect(refusal.getByText('41 of 96 quarter hours after the event')).toBeInTheDocument();
    expect(
      refusal.getByText(/Ask again in .+, from 22 Nov 2026, 08:00 \(UTC\)/),
    ).toBeInTheDocument();
    expect(gateway.history.reports).toHaveLength(1);
  });

  it('may be about a moment without an event', async () => {
    const { user } = await visit('/savings');
    await user.click(await screen.findByRole('button', { name: 'Report about another moment' }));
    await user.click(await screen.findByRole('button', { name: 'Make the report' }));

    expect(await screen.findByText('Enter a time')).toBeInTheDocument();
    expect(gateway.history.reports).toHaveLength(1);
  });
});
