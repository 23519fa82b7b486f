import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeEventSource } from '~/api/fakes/event-source';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

function receive(change: (savings: FakeGateway['savings']) => void = () => {}) {
  change(gateway.savings);
  act(() => {
    FakeEventSource.newest?.open();
    FakeEventSource.newest?.send('savings', structuredClone(gateway.savings));
    FakeEventSource.newest?.send('connections', {
      at: gateway.savings.at,
      open: 61,
      inFlight: 4,
      byProtocol: gateway.savings.byProtocol.map(({ protocol, counters }) => ({
        protocol,
        open: counters.open,
        inFlight: 1,
      })),
    });
  });
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the overview', () => {
  it('shows the estimate with its sign and the definition of the gateway', async () => {
    await visit('/');
    await screen.findByRole('heading', { name: 'Overview' });
    receive();

    const card = await region('Connections saved against the HTTP/1.1 equivalent');
    expect(await card.findByText('+10,794')).toBeInTheDocument();
    expect(card.getByText(/An estimate: read it beside what was measured/)).toBeInTheDocument();
    expect((await region('CPU')).getByText('−1.8 s')).toBeInTheDocument();
  });

  it('shows what is missing for an estimate of CPU time', async () => {
    await visit('/');
    await screen.findByRole('heading', { name: 'Overview' });
    receive((savings) => {
      savings.cpu.savedSeconds = null;
      savings.cpu.missing = [
        { what: 'TLS handshakes over TCP', have: 12, needed: 30 },
        { what: 'sampled HTTP/1.1 requests', have: 14, needed: 100 },
      ];
    });

    const card = await region('CPU');
    expect(
      card.getByText(
        'No estimate yet. Measured so far: 12 of 30 TLS handshakes over TCP, 14 of 100 sampled HTTP/1.1 requests.',
      ),
    ).toBeInTheDocument();

    receive((savings) => {
      savings.cpu = {
        loopSeconds: null,
        handshakeSeconds: null,
        savedSeconds: null,
        missing: [],
        measuringSeconds: null,
        costs: [],
      };
    });
    expect(card.getByText(/does not measure the CPU time of threads/)).toBeInTheDocument();
  });

  it('shows a listener that does not serve all its protocols', async () => {
    const listener = gateway.status.listeners[0];
    if (listener === undefined) throw new Error('listeners: none (expected: one)');
    listener.protocols = ['h2', 'http/1.1'];
    listener.complaint = 'h3 is configured but not served: no QUIC library for this platform';
    listener.httpsRecords = [];
    await visit('/');

    expect(await screen.findByText(/no QUIC library for this platform/)).toBeInTheDocument();
    expect(screen.queryByText(/DNS records/)).not.toBeInTheDocument();
  });

  it('raises an alert for an asset that the ledger demoted', async () => {
    gateway.status.alerts = [
      {
        kind: 'entry-demoted',
        at: '2026-11-21T09:40:00Z',
        subject: 'shop / /assets/never.js',
        sentence: 'The ledger demoted /assets/never.js: it was wasted for 30 of 200 clients.',
      },
    ];
    await visit('/');

    const alerts = await region('Alerts');
    expect(alerts.getByText(/wasted for 30 of 200 clients/)).toBeInTheDocument();
    expect(alerts.getByRole('link', { name: 'Open the ledger' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/ledger$/),
    );
  });

  it('names the kind of an alert, and leads to its page', async () => {
    gateway.status.alerts = [
      {
        kind: 'audit-receiver-away',
        at: '2026-11-21T09:00:00Z',
        subject: 'tls://siem.example:6514',
        sentence: 'The receiver of the audit trail cannot be reached.',
      },
    ];
    await visit('/');

    const alerts = await region('Alerts');
    expect(alerts.getByText('The receiver of the audit trail is away')).toBeInTheDocument();
    expect(alerts.getByRole('link', { name: 'Open System' })).toHaveAttribute('href', '/system');
  });

  it('lists three alerts and counts the rest', async () => {
    gateway.status.alerts = Array.from({ length: 5 }, (_, i) => ({
      kind: 'entry-demoted' as const,
      at: '2026-11-21T09:40:00Z',
      subject: `shop / /assets/${i}.js`,
      sentence: `The ledger demoted /assets/${i}.js.`,
    }));
    await visit('/');

    const alerts = await region('Alerts');
    expect(alerts.getAllByText(/The ledger demoted/)).toHaveLength(3);
    expect(alerts.getByText(/2 more alerts/)).toBeInTheDocument();
  });

  it('has no alerts without a problem', async () => {
    await visit('/');
    await screen.findByRole('heading', { name: 'Overview' });

    expect(screen.queryByRole('region', { name: 'Alerts' })).not.toBeInTheDocument();
  });

  it('shows on every page that the store is read-only', async () => {
    gateway.status.store = {
      kind: 'sqlite',
      state: 'read-only',
      detail: 'store /var/lib/lychgate.db: its disk is full. Make room',
    };
    await visit('/manifests');

    expect(await screen.findByText('Nothing can be saved or published now')).toBeInTheDocument();
    expect(screen.getByText(/its disk is full/)).toBeInTheDocument();
  });

  it('names nodes that do not run the published revision', async () => {
    const own = gateway.status.fleet[0];
    if (own === undefined) throw new Error('fleet: none (expected: one)');
    gateway.status.nodes = { effective: 1, total: 3 };
    gateway.status.fleet.push(
      {
        ...own,
        id: '2',
        name: 'gate-2',
        own: false,
        state: 'behind',
        revision: 11,
        seenAt: own.seenAt,
        detail: 'left out: manifest shop',
      },
      { ...own, id: '3', name: 'gate-3', own: false, state: 'gone', revision: 12 },
    );
    await visit('/');

    const state = await region('State of this gateway');
    expect(state.getByText('2 of 3 nodes may not run revision 12')).toBeInTheDocument();
    expect(
      state.getByText('gate-2 runs revision 11; left out: manifest shop.'),
    ).toBeInTheDocument();
    expect(state.getByText('gate-3 is silent; it ran revision 12.')).toBeInTheDocument();
  });

  it('shows the DNS records of its sites', async () => {
    await visit('/');

    expect(await screen.findByText(/IN HTTPS 1 \. alpn="h3,h2"/)).toBeInTheDocument();
  });

  it('shows a negative saving with its sign', async () => {
    await visit('/');
    await screen.findByRole('heading', { name: 'Overview' });
    receive((savings) => {
      savings.total.saved = -12;
    });

    const card = await region('Connections saved against the HTTP/1.1 equivalent');
    expect(await card.findByText('−12')).toBeInTheDocument();
    expect(card.getByText(/more than HTTP\/1.1 would need/)).toBeInTheDocument();
  });

  it('does not change while it is paused, and catches up', async () => {
    const { user } = await visit('/');
    await screen.findByRole('heading', { name: 'Overview' });
    receive();
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    receive((savings) => {
      savings.total.saved = 5;
    });

    expect(screen.getByText('paused')).toBeInTheDocument();
    expect(screen.getByText('+10,794')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('+5')).toBeInTheDocument();
  });

  it('marks stale numbers and keeps them', async () => {
    await visit('/');
    await screen.findByRole('heading', { name: 'Overview' });
    receive();
    expect(screen.getByText(/^live · /)).toBeInTheDocument();

    act(() => FakeEventSource.newest?.fail(false));

    expect(await screen.findByText(/^stale · last event .* retrying$/)).toBeInTheDocument();
    expect(screen.getByText('+10,794')).toBeInTheDocument();
  });

  it('opens the sign-in page when the stream ends with the session', async () => {
    await visit('/');
    await screen.findByRole('heading', { name: 'Overview' });
    receive();

    gateway.session = null;
    act(() => FakeEventSource.newest?.fail(true));

    expect(await screen.findByRole('heading', { name: 'Sign in to Lychgate' })).toBeInTheDocument();
  });

  it('shows the chart as a table by its address', async () => {
    const { user } = await visit('/');
    await screen.findByRole('heading', { name: 'Overview' });
    receive();

    await user.click(screen.getByRole('radio', { name: 'Show as table' }));

    const table = within(
      await screen.findByRole('region', { name: 'Open connections by protocol, values' }),
    );
    expect(table.getByRole('columnheader', { name: 'HTTP/3' })).toBeInTheDocument();
    // A row for each moment: on a busy machine there is more than one.
    expect(table.getAllByRole('cell', { name: '38' })[0]).toBeInTheDocument();
    expect(address()).toBe('/?view=table');
  });

  it('reads chart values by the arrow keys', async () => {
    const { user } = await visit('/');
    await screen.findByRole('heading', { name: 'Overview' });
    receive();

    const chart = await screen.findByRole('group', { name: 'Open connections by protocol' });
    act(() => chart.focus());
    await user.keyboard('{End}');

    expect(await screen.findByText(/HTTP\/1.1 9, HTTP\/2 38, HTTP\/3 14/)).toBeInTheDocument();
  });

  it('shows why the last reload of the configuration failed', async () => {
    await visit('/');

    const state = await region('State of this gateway');
    expect(state.getByText('The last reload of the configuration failed')).toBeInTheDocument();
    expect(state.getByText(/upstreem: unknown key/)).toBeInTheDocument();
    expect(state.getByText('revision 12, effective on 1 of 1 nodes')).toBeInTheDocument();
  });

  it('separates sent hints from those that were not sent', async () => {
    await visit('/');
    await screen.findByRole('heading', { name: 'Overview' });
    receive();

    const early = await region('Sent early');
    expect(early.getByText('sent, with 71,264 links')).toBeInTheDocument();
    expect(early.getByRole('row', { name: 'Save data 211' })).toBeInTheDocument();
    expect(early.queryByRole('row', { name: /Links/ })).toBeNull();
  });

  it('states that browsers no longer support push', async () => {
    await visit('/');

    expect(await screen.findByText(/Browsers no longer support HTTP\/2 push/)).toBeInTheDocument();
  });

  describe('the history of the traffic', () => {
    const asked = () => {
      const last = gateway.requests.findLast(({ url }) => url.includes('/api/v1/history?'));
      return new URL(last?.url ?? 'http://none').searchParams;
    };

    it('is there before any live value', async () => {
      await visit('/?view=table');

      const table = within(
        await screen.findByRole('region', { name: 'Open connections by protocol, values' }),
      );
      await waitFor(() => expect(table.getAllByRole('row').length).toBeGreaterThan(100));
      expect(asked().get('seconds')).toBe('600');
    });

    it('follows the range of the address', async () => {
      const { user } = await visit('/?range=7d');
      const range = await screen.findByRole('combobox', { name: 'Time range' });
      expect(range).toHaveDisplayValue('Last 7 days');

      await user.selectOptions(range, 'Last 30 days');

      expect(address()).toBe('/?range=30d');
      await waitFor(() => expect(asked().get('seconds')).toBe('2592000'));
    });

    it('takes fixed times, and refuses impossible ones', async () => {
      const { user } = await visit('/');
      await user.selectOptions(
        await screen.findByRole('combobox', { name: 'Time range' }),
        'From … to …',
      );
      const from = screen.getByLabelText(/^From/);
      const to = screen.getByLabelText('To');
      fireEvent.change(from, { target: { value: '2026-11-20T10:00:00' } });
      fireEvent.change(to, { target: { value: '2026-11-20T09:00:00' } });
      await user.click(screen.getByRole('button', { name: 'Apply' }));
      expect(screen.getByText('From is not before To')).toBeInTheDocument();

      fireEvent.change(to, { target: { value: '2026-11-20T11:00:00' } });
      await user.click(screen.getByRole('button', { name: 'Apply' }));

      await waitFor(() =>
        expect(asked().get('from')).toBe(new Date('2026-11-20T10:00:00').toISOString()),
      );
      expect(address()).toMatch(/^\/\?from=2026-11-20T.*&to=2026-11-20T/);
    });

    it('compares with the period before', async () => {
      const { user } = await visit('/?range=24h');

      await user.click(
        await screen.findByRole('switch', { name: 'Compare with the previous period' }),
      );

      expect(await screen.findByText(/HTTP\/1.1, before/)).toBeInTheDocument();
      expect(address()).toBe('/?range=24h&compare=previous');
    });

    it('zooms by Enter at two moments', async () => {
      const { user } = await visit('/?range=24h');
      const chart = await screen.findByRole('group', { name: 'Open connections by protocol' });
      act(() => chart.focus());

      await user.keyboard('{Home}{Enter}{End}{ArrowLeft}{Enter}');

      await waitFor(() => expect(address()).toMatch(/^\/\?from=.*&to=/));
    });

    it('numbers its events and lists them', async () => {
      await visit('/');

      const events = within(await screen.findByRole('region', { name: 'Events, table' }));
      expect(events.getByRole('row', { name: /shop 4.2 kim/ })).toBeInTheDocument();
      expect(
        await screen.findByRole('button', { name: /^Event 1, .*Deployment: shop 4.2/ }),
      ).toBeInTheDocument();
    });

    it('leaves the live values on the chart while the store is away', async () => {
      gateway.history.isAway = true;
      await visit('/');
      await screen.findByRole('heading', { name: 'Overview' });
      receive();

      expect(await screen.findByText('The history is not available')).toBeInTheDocument();
      expect(screen.getByText(/The store cannot be reached/)).toBeInTheDocument();
      const chart = screen.getByRole('region', { name: 'Open connections by protocol' });
      expect(await within(chart).findByText('38')).toBeInTheDocument();
    });

    it('of a longer range is an error without the store', async () => {
      gateway.history.isAway = true;
      await visit('/?range=7d');

      expect(await screen.findByText('Could not load the history')).toBeInTheDocument();
    });
  });
});
