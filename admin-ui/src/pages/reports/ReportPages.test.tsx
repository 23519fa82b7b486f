import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('a report', () => {
  it('has its conclusion, its primary figure and every other one', async () => {
    await visit('/reports/r1');

    const conclusion = await region('Conclusion');
    expect(conclusion.getByText('−83%')).toBeInTheDocument();
    expect(conclusion.getByText(/95% interval −84.2% to −81.7%: fell/)).toBeInTheDocument();
    const figures = await region('Figures');
    expect(
      figures.getByRole('row', { name: /CPU time of the loops.*no difference shown/ }),
    ).toBeInTheDocument();
    expect(
      figures.getByRole('row', { name: /p95 85 ms 88 ms \+3.5% \+1.1% to \+6% rose/ }),
    ).toBeInTheDocument();
  });

  it('names what an absent figure lacks', async () => {
    await visit('/reports/r1');

    expect(
      await screen.findByRole('row', { name: /– – – – absent: 14 of 30 measured handshakes/ }),
    ).toBeInTheDocument();
  });

  it('has the measured visitors beside the estimate, other changes, and what was left out', async () => {
    await visit('/reports/r1');

    const estimate = await region('Is the HTTP/1.1 equivalent right?');
    expect(estimate.getByText(/The estimate is 3.2% above their number/)).toBeInTheDocument();
    expect(estimate.getByText(/before the change: 5,980. .+ 3% below/)).toBeInTheDocument();
    expect(screen.getByText('Page views rose by 4.5%.')).toBeInTheDocument();
    expect(screen.getByText('34 blocks: a node restarted')).toBeInTheDocument();
  });

  it('says why the estimate has nothing beside it', async () => {
    const { counterfactual } = gateway.history.report('r1');
    Object.assign(counterfactual ?? {}, {
      measured: null,
      apart: null,
      missing: '12 of 1,000 page views over HTTP/1.1',
    });
    await visit('/reports/r1');

    expect(
      await screen.findByText(/cannot be compared: 12 of 1,000 page views over HTTP\/1.1/),
    ).toBeInTheDocument();
  });

  it('can be printed, downloaded and linked', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = await visit('/reports/r1');

    expect(await screen.findByRole('link', { name: 'JSON' })).toHaveAttribute(
      'href',
      '/api/v1/reports/r1',
    );
    expect(screen.getByRole('link', { name: 'CSV' })).toHaveAttribute(
      'href',
      '/api/v1/reports/r1/csv',
    );
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    expect(await screen.findByText(`${window.location.origin}/reports/r1`)).toBeInTheDocument();
  });

  it('that does not exist is an error, not an empty page', async () => {
    await visit('/reports/none');

    expect(await screen.findByText('Could not load the report')).toBeInTheDocument();
  });
});

describe('the list of reports', () => {
  it('leads to each report', async () => {
    const { user } = await visit('/reports');

    await user.click(await screen.findByRole('link', { name: /public serves h2 and h3/ }));

    expect(address()).toBe('/reports/r1');
  });

  it('explains how to make the first one', async () => {
    gateway.history.reports = [];
    await visit('/reports');

    expect(await screen.findByText('No report yet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open Savings' })).toHaveAttribute('href', '/savings');
  });
});
