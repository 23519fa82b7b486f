import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the results of an experiment', () => {
  it('begin with the verdict, the visitors behind it and the next step', async () => {
    await visit('/experiments/h2-for-all/results');

    const verdict = await region('Verdict');
    expect(verdict.getByText(/^Arm h2 is better than h1/)).toBeInTheDocument();
    expect(verdict.getByText('9,820 client networks behind it')).toBeInTheDocument();
    expect(verdict.getByText(/^Make arm h2 the configuration/)).toBeInTheDocument();
    expect(verdict.getByText('Decided by the interval of the planned end')).toBeInTheDocument();
    expect(verdict.getByText(/The plan is 4,800 client networks in each arm/)).toBeInTheDocument();
    expect(screen.getByText(/The planned end is reached/)).toBeInTheDocument();
  });

  it('have the headline first, with its interval, and no row without values', async () => {
    await visit('/experiments/h2-for-all/results');

    const table = await region('Differences of h2 to h1');
    const rows = table.getAllByRole('row');
    expect(rows[1]).toHaveTextContent(
      /Load, median.*1,496 ms1,420 ms−5.1%−76 ms \(−98.4 ms to −53.6 ms\).*better/,
    );
    expect(table.queryByText(/Largest contentful paint/)).toBeNull();
    expect(
      table.getByText(/Always-valid interval .* 99.5%: −120 ms to −32 ms/),
    ).toBeInTheDocument();
    expect(
      table.getByText(/Interval of the planned end, by the bootstrap, at 98%: −102 ms to −50 ms/),
    ).toBeInTheDocument();
    expect(table.getByRole('row', { name: /Failed loads 2.1% 2%/ })).toBeInTheDocument();
  });

  it('have the differences of quantiles as a picture and as a table', async () => {
    await visit('/experiments/h2-for-all/results');

    const panel = await region('h2 against h1 by quantile');
    expect(
      panel.getByRole('img', { name: /by quantile, with its 95% interval/ }),
    ).toBeInTheDocument();
    expect(
      panel.getByRole('row', { name: '50% 1,600 ms 1,524 ms −76 ms −125 ms to −27 ms' }),
    ).toBeInTheDocument();
  });

  it('have the cost of each arm, and the protocols in use', async () => {
    await visit('/experiments/h2-for-all/results');

    const arms = await region('Arms');
    expect(
      arms.getByRole('row', { name: /Connections per 1,000 page views 5,950 1,010/ }),
    ).toBeInTheDocument();
    expect(
      arms.getByRole('row', { name: /Page views left before the load 0.5% \(100\)/ }),
    ).toBeInTheDocument();
    expect(
      arms.getByRole('row', { name: 'HTTP/1.1 would need, for the same requests 5,950 5,900' }),
    ).toBeInTheDocument();
    const matrix = await region('Assigned arm and protocol in use');
    expect(
      matrix.getByRole('row', { name: /h2 310 \(1.4%\) 21,200 \(98.6%\) 0/ }),
    ).toBeInTheDocument();
  });

  it('show a wrong sample ratio, and no verdict', async () => {
    const { results } = gateway.analyses;
    results.verdict = {
      ...results.verdict,
      kind: 'blocked',
      arm: null,
      sentence: 'No verdict: x.',
    };
    Object.assign(results.checks[0] ?? {}, { blocks: true, chance: 0.000_02 });
    await visit('/experiments/h2-for-all/results');

    expect(await screen.findByText('The ratio of the arms is wrong')).toBeInTheDocument();
    expect(
      screen.getByRole('row', { name: /planned shares 5,102 of 5,084 expected .*< 0.001 wrong/ }),
    ).toBeInTheDocument();
    expect(screen.getByText('blocked')).toBeInTheDocument();
  });

  it('say that guardrails have stopped all arms', async () => {
    const { results } = gateway.analyses;
    results.verdict = {
      ...results.verdict,
      kind: 'stopped',
      arm: null,
      sentence: 'No verdict: y.',
    };
    await visit('/experiments/h2-for-all/results');

    expect(await screen.findByText('stopped by guardrails')).toBeInTheDocument();
    expect(screen.getByText('No verdict: y.')).toBeInTheDocument();
  });

  it('say before the planned end which intervals hold', async () => {
    Object.assign(gateway.analyses.results, { isFinal: false, plannedEnd: '2026-12-01T00:00:00Z' });
    await visit('/experiments/h2-for-all/results');

    expect(await screen.findByText(/The verdict holds at each look/)).toBeInTheDocument();
    expect(
      screen.getByText(/These 95% intervals hold at the planned end only/),
    ).toBeInTheDocument();
    expect(screen.getByText(/The planned end is 1 Dec 2026/)).toBeInTheDocument();
  });

  it('lead to the comparison page by page', async () => {
    const { user } = await visit('/experiments/h2-for-all/results');

    await user.click(await screen.findByRole('link', { name: 'Compare page by page' }));

    expect(
      await screen.findByRole('img', { name: 'Scatter of HTTP/1.1 and HTTP/2' }),
    ).toBeInTheDocument();
    expect(address()).toContain('experiment=h2-for-all');
  });

  it('of an unknown experiment are an error, not an empty page', async () => {
    await visit('/experiments/none/results');

    expect(await screen.findByText('Could not load the results')).toBeInTheDocument();
  });
});
