import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';
import { burstsOf } from './bursts';
import { lanesOf, runsOf } from './runs';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

describe('the list of timelines', () => {
  it('names each connection and links to its timeline', async () => {
    const { user } = await visit('/timelines');

    await user.click(
      await screen.findByRole('link', { name: /HTTP\/2 from 192.0.2.7:51234 to public, a sample/ }),
    );

    expect(await screen.findByRole('heading', { name: 'Connection timeline' })).toBeInTheDocument();
    expect(address()).toBe('/timelines/1');
  });

  it('records the next connection of a host', async () => {
    const { user } = await visit('/timelines');
    const host = await screen.findByRole('textbox', { name: 'Host' });
    await user.clear(host);
    await user.type(host, 'shop.example');

    await user.click(screen.getByRole('button', { name: 'Record' }));

    expect(await screen.findByText('Waiting for a connection')).toBeInTheDocument();
    expect(screen.getByText('The next connection that requests shop.example')).toBeInTheDocument();
    expect(gateway.timelines.all[0]?.timeline.filter).toEqual({
      client: null,
      host: 'shop.example',
      includeOpen: true,
    });
  });

  it('requires a host or an address', async () => {
    const { user } = await visit('/timelines');
    await user.clear(await screen.findByRole('textbox', { name: 'Host' }));

    await user.click(screen.getByRole('button', { name: 'Record' }));

    expect(await screen.findByText('Enter a host, an address or both')).toBeInTheDocument();
    expect(gateway.timelines.all).toHaveLength(1);
  });

  it('shows why a viewer may not record', async () => {
    gateway.role = 'viewer';
    gateway.signIn();
    await visit('/timelines');

    expect(await screen.findByText('Your role is viewer (needed: editor)')).toBeInTheDocument();
  });
});

describe('a timeline', () => {
  it('draws a lane for each stream and numbers the decisions', async () => {
    await visit('/timelines/1');

    const chart = await screen.findByRole('img', { name: /Frames of each stream over time/ });
    expect(chart.querySelectorAll('[data-lane]')).toHaveLength(2);
    expect(chart).toHaveTextContent('3 GET /assets/site.css');
    expect(chart).toHaveTextContent('u=0 · 200 · 20 KB');
    const decisions = screen.getByRole('region', { name: 'Priority decisions' });
    expect(within(decisions).getAllByRole('listitem')[1]).toHaveTextContent(
      'Stream 3: u=0 after 3 ms. The page cannot be painted without it',
    );
  });

  it('names the rule of a decision', async () => {
    const decided = gateway.timelines.get('1').events[4];
    if (decided) decided.source = 'shop priorities[0] large images';
    const { user } = await visit('/timelines/1');

    const decisions = await screen.findByRole('region', { name: 'Priority decisions' });
    expect(within(decisions).getAllByRole('listitem')[1]).toHaveTextContent(
      'the client gave no order. It is shop priorities[0] large images.',
    );
    await user.click(screen.getByRole('radio', { name: 'Show as table' }));

    expect(await screen.findByRole('row', { name: /large images/ })).toBeInTheDocument();
  });

  it('shows the same as a table', async () => {
    const { user } = await visit('/timelines/1');

    await user.click(await screen.findByRole('radio', { name: 'Show as table' }));

    const row = within(await screen.findByRole('row', { name: /Sent 2 frames, 20 KB/ }));
    expect(row.getByText(/No stream was more urgent/)).toBeInTheDocument();
    expect(address()).toBe('/timelines/1?view=table');
  });

  it('shows the number of dropped events', async () => {
    const detail = gateway.timelines.all[0];
    if (detail) detail.timeline.dropped = 904;
    await visit('/timelines/1');

    expect(await screen.findByText(/904 older events and 0 older streams/)).toBeInTheDocument();
  });

  it('can be downloaded and deleted', async () => {
    const { user } = await visit('/timelines/1');

    expect(await screen.findByRole('link', { name: 'Download HAR' })).toHaveAttribute(
      'href',
      '/api/v1/timelines/1/har',
    );
    await user.click(screen.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Nothing is recorded yet')).toBeInTheDocument();
    expect(gateway.timelines.all).toHaveLength(0);
  });
});

describe('a connection with a long silence', () => {
  beforeEach(() => {
    const { events } = gateway.timelines.get('1');
    const last = events.at(-1);
    if (last) events.push({ ...last, sequence: 11, atNanos: 9e9, kind: 'priority' });
  });

  it('is drawn burst by burst, the busiest first', async () => {
    const { user } = await visit('/timelines/1');
    const chart = () => screen.getByRole('img', { name: /Frames of each stream over time/ });
    const choice = await screen.findByRole('combobox', { name: 'Burst' });
    expect(choice).toHaveDisplayValue('1: after 0 ms, 2 streams in 10 ms');
    expect(chart().querySelectorAll('[data-lane]')).toHaveLength(2);

    await user.selectOptions(choice, '2: after 9,000 ms, 1 stream in 0 ms');

    expect(chart().querySelectorAll('[data-lane]')).toHaveLength(1);
    expect(address()).toBe('/timelines/1?burst=2');
  });
});

describe('runs', () => {
  it('join consecutive frames with the same reason', () => {
    const detail = gateway.timelines.get('1');

    const sent = runsOf(detail.events).filter(({ kind }) => kind === 'sent');

    expect(sent.map(({ stream, frames, bytes }) => [stream, frames, bytes])).toEqual([
      [3, 2, 20_000],
      [1, 1, 16_375],
    ]);
  });

  it('end at a visible pause of a stream', () => {
    const { events } = gateway.timelines.get('1');

    const sent = runsOf(events, 10_000).filter(({ kind }) => kind === 'sent');

    expect(sent.map(({ stream, frames }) => [stream, frames])).toEqual([
      [3, 1],
      [3, 1],
      [1, 1],
    ]);
  });

  it('become the bars of their stream', () => {
    const detail = gateway.timelines.get('1');
    const [burst] = burstsOf(detail);
    if (burst === undefined) throw new Error('no burst');
    const lanes = lanesOf(detail, burst);

    expect(lanes[1]?.bars).toEqual([expect.objectContaining({ from: 4_000_000, to: 4_040_000 })]);
    expect(lanes[1]?.marks.map(({ number }) => number)).toEqual([2]);
  });
});
