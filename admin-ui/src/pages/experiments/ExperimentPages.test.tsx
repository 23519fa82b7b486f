import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';
import { designOf, EMPTY, firstArms, rampOf } from './draft';
import { idOf } from './words';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

const region = async (name: string) => within(await screen.findByRole('region', { name }));

/** Returns the body of the last write to an address. */
async function written(path: RegExp): Promise<unknown> {
  const request = gateway.requests
    .filter((each) => each.method === 'POST' && path.test(new URL(each.url).pathname))
    .at(-1);
  return request?.json();
}

describe('the page of an experiment', () => {
  it('shows the verdict, and leads to the results and to the comparison of its arms', async () => {
    const { user } = await visit('/experiments/h1-or-h2');

    const verdict = await region('Verdict');
    expect(verdict.getByText(gateway.analyses.results.verdict.sentence)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Compare pages' })).toHaveAttribute(
      'href',
      expect.stringContaining('experiment=h1-or-h2'),
    );
    await user.click(screen.getByRole('link', { name: 'All results' }));
    expect(address()).toBe('/experiments/h1-or-h2/results');
  });
});

describe('a plan that a file decides', () => {
  it('names the place of the file, and offers no edit', async () => {
    const [first] = gateway.experiments.items;
    if (first === undefined) throw new Error('no experiment');
    gateway.experiments.items = [
      { ...first, phase: 'draft', managedBy: 'https://git.example/ops' },
    ];
    await visit(`/experiments/${first.id}`);

    expect(await screen.findByText('https://git.example/ops')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  });
});

describe('the list of experiments', () => {
  it('shows the state, the factor and the arms of each', async () => {
    const { user } = await visit('/experiments');

    const row = await screen.findByRole('row', { name: /HTTP\/1.1 or HTTP\/2 .*Running/ });
    expect(within(row).getByText('10%')).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Compression of pages/ })).toHaveTextContent(
      'off (stopped)',
    );
    await user.click(screen.getByRole('link', { name: 'HTTP/1.1 or HTTP/2' }));
    expect(address()).toBe('/experiments/h1-or-h2');
  });

  it('advises an A/A check while there is none', async () => {
    gateway.experiments.items = [];
    await visit('/experiments');

    expect(await screen.findByText(/Begin with an A\/A check/)).toBeInTheDocument();
  });

  it('starts an A/A check in one step', async () => {
    const { user } = await visit('/experiments');

    await user.click(await screen.findByRole('button', { name: 'A/A check' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'Start' }));

    await screen.findByText('The A/A check runs.');
    expect(await written(/experiments$/)).toMatchObject({ factor: 'none', layer: 'aa' });
    expect(gateway.experiments.items[0]?.phase).toBe('running');
  });

  it('lets only a publisher start one', async () => {
    gateway.role = 'editor';
    gateway.signIn();
    await visit('/experiments');

    expect(await screen.findByRole('button', { name: 'A/A check' })).toHaveAccessibleDescription(
      'Your role is editor (needed: publisher)',
    );
  });
});

describe('an experiment', () => {
  it('shows its health, its counts for 1,000 page views, and what clients got', async () => {
    await visit('/experiments/h1-or-h2');

    const health = await region('Health');
    expect(health.getByText('Sound')).toBeInTheDocument();
    expect(health.getByText(/h2 1,012 of 1,006 expected; p = 0.79/)).toBeInTheDocument();
    expect(health.getByText(/h1 100%, h2 97% of page views/)).toBeInTheDocument();
    const counted = await region('Counted by the gateway');
    expect(
      counted.getByRole('row', { name: 'Connections for 1,000 page views 5,800 1,040' }),
    ).toBeInTheDocument();
    expect(
      counted.getByRole('row', {
        name: 'Connections of HTTP/1.1 for the same requests 5,800 5,680',
      }),
    ).toBeInTheDocument();
    const matrix = await region('Assigned and got');
    expect(matrix.getByRole('row', { name: 'h2 100 4,850 50' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Notebook' })).toHaveAttribute(
      'href',
      '/api/v1/experiments/h1-or-h2/export?format=ipynb&what=counts',
    );
  });

  it('says first that its groups have wrong sizes', async () => {
    gateway.experiments.mismatch = true;
    await visit('/experiments/h1-or-h2');

    const health = await region('Health');
    expect(health.getByText('The groups have wrong sizes')).toBeInTheDocument();
    expect(health.getByText('Look here first')).toBeInTheDocument();
  });

  it('does not judge the size of an arm that was stopped before the others', async () => {
    gateway.experiments.early = 'off';
    await visit('/experiments/coding');

    const health = await region('Health');
    expect(
      health.getByText(/on 1,000 of 1,006 expected, off 1,012 until it was stopped, not judged/),
    ).toBeInTheDocument();
  });

  it('can be paused with the version that the user has seen', async () => {
    const { user } = await visit('/experiments/h1-or-h2');

    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Pause' }));

    expect(await screen.findByText('The experiment is paused.')).toBeInTheDocument();
    expect(
      gateway.requests.find((each) => each.url.endsWith(':pause'))?.headers.get('If-Match'),
    ).toBe('"7"');
  });

  it('names the lines that make the winner the configuration', async () => {
    const { user } = await visit('/experiments/coding');

    const decision = await region('Decision');
    await user.selectOptions(decision.getByLabelText('Winner'), 'on');
    expect(await decision.findByText('/etc/lychgate/gateway.yaml:21')).toBeInTheDocument();
    await user.click(decision.getByRole('button', { name: 'Make the winner the configuration' }));

    await screen.findByText('The decision is recorded.');
    expect(await written(/:decide$/)).toEqual({ winner: 'on', apply: true });
    expect(await screen.findByText('Applied: on')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Release' })).toBeInTheDocument();
  });

  it('names the arm that a guardrail has stopped, and the author of each step', async () => {
    await visit('/experiments/coding');

    expect(await screen.findByText('A guardrail stopped the arm off')).toBeInTheDocument();
    expect(await screen.findByText(/the gateway stopped an arm/)).toBeInTheDocument();
  });
});

describe('the plan of an experiment', () => {
  it('is saved as a draft and previewed while it is typed', async () => {
    gateway.experiments.problems = ['sites: not served (expected: a site)'];
    const { user } = await visit('/new-experiment');

    await user.type(await screen.findByLabelText(/Title/), 'Hints help');
    await user.selectOptions(screen.getByLabelText('Factor'), 'hints');
    const site = await screen.findAllByRole('checkbox');
    await user.click(site[0] as HTMLElement);

    const preview = await region('Preview');
    expect(await preview.findByText('It would not start now')).toBeInTheDocument();
    expect(preview.getByRole('row', { name: /off \(control\) off 5%/ })).toBeInTheDocument();
    expect(
      await preview.findByText(
        'An effect of 5% on the median is found in 12 days, with 3,071 units in each arm.',
      ),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save draft' }));

    await screen.findByText(/The draft is saved/);
    expect(address()).toBe('/experiments/hints-help');
    expect(await written(/experiments$/)).toMatchObject({
      id: 'hints-help',
      factor: 'hints',
      unit: 'network',
      arms: [
        { name: 'off', value: 'off', weight: 1 },
        { name: 'on', value: 'on', weight: 1 },
      ],
    });
  });

  it('has a rule of the decision, weights and guardrails', async () => {
    const { user } = await visit('/new-experiment');

    await user.type(await screen.findByLabelText(/Title/), 'Hx');
    await user.selectOptions(screen.getByLabelText('Factor'), 'hints');
    await user.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement);
    await user.selectOptions(screen.getByLabelText('Statistic'), 'p80');
    await user.type(screen.getByLabelText('Days of the pre-period'), '7');
    await user.clear(screen.getByLabelText('Weight of arm 2'));
    await user.type(screen.getByLabelText('Weight of arm 2'), '3');
    const errors = screen.getByLabelText('5xx, percentage points more');
    await user.clear(errors);
    await user.type(errors, '250');
    expect(await screen.findByText('0.01 to 99.99, or empty')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save draft' })).toHaveAccessibleDescription(
      'Correct the marked fields',
    );
    await user.clear(errors);
    await user.type(errors, '2');
    await user.clear(screen.getByLabelText('First byte p95, times as long'));
    const preview = await region('Preview');
    await user.click(
      await preview.findByRole('button', { name: 'Plan with these days and units' }),
    );
    expect(screen.getByLabelText('Planned units in each arm')).toHaveValue('3071');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));

    await screen.findByText(/The draft is saved/);
    expect(await written(/experiments$/)).toMatchObject({
      arms: [{ weight: 1 }, { weight: 3 }],
      statistic: 'p80',
      plannedMinutes: 12 * 1440,
      plannedUnits: 3071,
      prePeriodMinutes: 7 * 1440,
      guardrails: {
        serverErrors: 0.02,
        p95: null,
        waste: 0.1,
        connections: 1.5,
        minRequests: 500,
        minNetworks: 50,
      },
    });
    const plan = await region('Plan');
    expect(plan.getByText('Headline: Load, 80th percentile')).toBeInTheDocument();
    expect(plan.getByText(/12 days after the start, with 3,071 units/)).toBeInTheDocument();
    expect(plan.getByText(/7 days before the start/)).toBeInTheDocument();
  });

  it('with a pre-period is planned first, and can be started early', async () => {
    Object.assign(gateway.experiments.find('coding'), { phase: 'draft', prePeriodMinutes: 1440 });
    const { user } = await visit('/experiments/coding');
    const start = async () => {
      await user.click(await screen.findByRole('button', { name: 'Start' }));
      const dialog = within(await screen.findByRole('dialog'));
      await user.click(dialog.getByRole('button', { name: 'Start' }));
    };

    await start();
    expect(await screen.findByText('Pre-period')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Health' })).toBeNull();
    await start();
    expect(await screen.findByText('Running')).toBeInTheDocument();
  });

  it('can be changed while it is a draft, with the version that was read', async () => {
    const coding = gateway.experiments.find('coding');
    Object.assign(coding, { phase: 'draft' });
    const { user } = await visit('/experiments/coding');

    await user.click(await screen.findByRole('link', { name: 'Edit' }));
    const share = await screen.findByLabelText('Share in percent');
    await user.clear(share);
    await user.type(share, '25');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));

    await screen.findByText('The plan is changed.');
    const put = gateway.requests.find((each) => each.method === 'PUT');
    expect(put?.headers.get('If-Match')).toBe('"5"');
    expect(await put?.json()).toMatchObject({ id: 'coding', share: 25 });
  });

  it('is fixed after the start', async () => {
    await visit('/experiments/h1-or-h2/edit');

    expect(await screen.findByRole('button', { name: 'Save draft' })).toHaveAccessibleDescription(
      'It has started, so its plan is fixed',
    );
  });

  it('needs a title and a site', async () => {
    await visit('/new-experiment');

    expect(await screen.findByRole('button', { name: 'Save draft' })).toHaveAccessibleDescription(
      'Title, site and arms are needed',
    );
  });

  it('reads the steps of a ramp', () => {
    expect(rampOf('60 20\n\n120 50%')).toEqual([
      { afterMinutes: 60, share: 20 },
      { afterMinutes: 120, share: 50 },
    ]);
    expect(rampOf('soon')).toBeNull();
  });

  it('has ids of lower-case letters, digits and dashes', () => {
    expect(idOf('  HTTP/1.1 or HTTP/2? ')).toBe('http-1-1-or-http-2');
  });

  it('decides a protocol by network, whatever was chosen before', () => {
    const design = designOf({
      ...EMPTY,
      title: 'x',
      sites: ['a'],
      routes: ['r'],
      unit: 'visitor',
      arms: firstArms('protocol'),
    });
    expect(design).toMatchObject({ unit: 'network' });
    expect(design).not.toHaveProperty('routes');
  });
});
