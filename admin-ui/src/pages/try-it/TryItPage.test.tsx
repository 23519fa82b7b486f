import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeGateway } from '~/api/fakes/gateway';
import { address, startGateway, visit } from '~/test-app';
import { brokenLine, headersOf } from '~/text/headers';
import { curlOf, requestOf } from './question';

let gateway: FakeGateway;
beforeEach(() => {
  gateway = startGateway().signIn();
});

const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('trying a request', () => {
  it('shows each decision with its reason and the exact 103', async () => {
    const { user } = await visit('/try-it');

    await user.type(
      await screen.findByRole('textbox', { name: 'URL' }),
      'https://www.example.com/',
    );
    await user.click(screen.getByRole('button', { name: 'Show the plan' }));

    const decisions = await region('Decisions');
    const row = within(decisions.getByRole('row', { name: /hero.jpg/ }));
    expect(row.getByText('Skip')).toBeInTheDocument();
    expect(row.getByText('The first tier of this page goes first.')).toBeInTheDocument();
    expect(
      (await region('103 Early Hints')).getByText(
        /link: <\/assets\/site.css>; rel=preload; as=style/,
      ),
    ).toBeInTheDocument();
    expect(
      (await region('Set-Cookie')).getByText(/set-cookie: lychgate_casper=/),
    ).toBeInTheDocument();
    expect(address()).toBe('/try-it?url=https%3A%2F%2Fwww.example.com%2F');
  });

  it('sends the request in the address', async () => {
    await visit('/try-it?url=%2F&push=on&draft=shop&headers=Save-Data%3A+on');

    expect(
      (await region('Pushes')).getByText(/PUSH_PROMISE \/assets\/site.css/),
    ).toBeInTheDocument();
    const asked = gateway.requests.find((request) => request.url.endsWith('/plan'));
    const body = await asked?.json();
    expect(body).toMatchObject({
      url: '/',
      pushEnabled: true,
      manifest: 'shop',
      headers: [{ name: 'Save-Data', value: 'on' }],
    });
    expect(body.draft).toBe(gateway.store.get('shop').draft.text);
  });

  it('explains what to do if no rule matches', async () => {
    await visit('/try-it?url=%2Fnowhere');

    expect(await screen.findByText(/No rule of a manifest matches this page/)).toBeInTheDocument();
  });

  it('rejects a line that is not a header', async () => {
    const { user } = await visit('/try-it');
    await user.type(await screen.findByRole('textbox', { name: 'URL' }), '/');
    await user.type(screen.getByRole('textbox', { name: 'Request headers' }), 'nonsense');

    await user.click(screen.getByRole('button', { name: 'Show the plan' }));

    expect(await screen.findByText(/Not a header: nonsense/)).toBeInTheDocument();
  });
});

describe('the request', () => {
  it.each([
    ['A: b', [{ name: 'A', value: 'b' }]],
    [
      'A:b\n\n  C :  d: e ',
      [
        { name: 'A', value: 'b' },
        { name: 'C', value: 'd: e' },
      ],
    ],
    ['nonsense', []],
    [undefined, []],
  ])('reads headers of %j', (text, headers) => {
    expect(headersOf(text)).toEqual(headers);
  });

  it('finds the line that is not a header', () => {
    expect(brokenLine('A: b\nnonsense')).toBe('nonsense');
    expect(brokenLine('A: b\n\n')).toBeNull();
  });

  it('is none without an address', () => {
    expect(requestOf({}, undefined)).toBeNull();
  });

  it('becomes a quoted shell command', () => {
    expect(
      curlOf(
        { protocol: 'h3', cookie: "a='1'; b", headers: 'Save-Data: on' },
        'https://x.example/?a=1&b=2',
      ),
    ).toBe(
      "curl -sv -o /dev/null --http3 -H 'sec-fetch-mode: navigate' -H 'Save-Data: on' -H 'cookie: a='\\''1'\\''; b' 'https://x.example/?a=1&b=2'",
    );
  });
});
