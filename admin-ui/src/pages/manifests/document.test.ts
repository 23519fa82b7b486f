import { describe, expect, it } from 'vitest';
import shop from '~/api/fakes/data/shop.yaml?raw';
import { readManifest } from './document';
import {
  addAsset,
  addRule,
  moveAsset,
  moveRule,
  removeAsset,
  removeRule,
  setAsset,
  setHosts,
  setMatch,
  setRule,
} from './edits';
import { problemsByField } from './places';

const rulesOf = (text: string) => readManifest(text).view?.rules ?? [];

describe('reading a manifest for the form', () => {
  it('finds hosts, rules and assets', () => {
    const { view } = readManifest(shop);

    expect(view?.hosts).toEqual(['www.example.com', 'localhost']);
    expect(view?.rules.map((rule) => rule?.match)).toEqual([
      { kind: 'path', value: '/' },
      { kind: 'regex', value: '^/p/[0-9]+$' },
    ]);
    expect(view?.rules[0]?.assets[3]?.fields).toEqual({
      url: '/assets/hero.jpg',
      as: 'image',
      tier: '2',
      urgency: '4',
      mode: 'hint',
      version: 'abc123',
    });
  });

  it.each([
    ['an empty text', ''],
    ['a text of comments', '# later\n'],
  ])('reads %s as an empty manifest', (_, text) => {
    expect(readManifest(text).view).toEqual({ hosts: [], rules: [], kept: [] });
  });

  it.each([
    ['a syntax error', 'rules: [', /not YAML yet/],
    ['aliases', 'rules:\n  - &a { match: { path: "/" } }\n  - *a\n', /anchors and aliases/],
    ['a list', '- 1\n', /not a mapping/],
    ['rules that are not a list', 'rules: 7\n', /rules is not a list/],
  ])('reports that it cannot show %s', (_, text, why) => {
    expect(readManifest(text).whyNot).toMatch(why);
  });

  it('names the keys that it does not show', () => {
    const { view } = readManifest(
      'owner: web\nrules:\n  - variants: []\n    match: { path: "/", regex: "/" }\n    assets: [{ url: /a, as: style, note: hi }, 7]\n  - 5\n',
    );

    expect(view?.kept).toEqual(['owner']);
    expect(view?.rules[0]?.kept).toEqual(['variants']);
    expect(view?.rules[0]?.match).toBeNull();
    expect(view?.rules[0]?.assets[0]?.kept).toEqual(['note']);
    expect(view?.rules[0]?.assets[1]).toBeNull();
    expect(view?.rules[1]).toBeNull();
  });
});

describe('changing a manifest by the form', () => {
  it('changes one value and nothing else', () => {
    expect(setAsset(shop, 0, 0, 'url', '/assets/main.css')).toBe(
      shop.replace('/assets/site.css, as: style } #', '/assets/main.css, as: style } #'),
    );
  });

  it('keeps comments and unknown keys through every kind of edit', () => {
    let text =
      '# top\nowner: web # whose\nrules:\n  # first\n  - match: { path: "/" } # home\n    assets:\n      - { url: /a.css, as: style, note: keep } # blocks\n';
    text = setHosts(text, ['a.example']);
    text = setMatch(text, 0, 'regex', '^/$');
    text = addAsset(text, 0);
    text = moveAsset(text, 0, 1, -1);
    text = addRule(text);
    text = moveRule(text, 1, -1);

    for (const kept of ['# top', 'owner: web # whose', '# first', 'note: keep', '# blocks'])
      expect(text).toContain(kept);
    expect(readManifest(text).whyNot).toBeNull();
    expect(rulesOf(text)[1]?.assets[1]?.fields.url).toBe('/a.css');
  });

  it('writes numbers as numbers and keeps texts texts', () => {
    const text = setAsset(setAsset(shop, 0, 0, 'tier', '2'), 0, 0, 'version', '123');

    expect(text).toContain('tier: 2');
    expect(text).toMatch(/version: "123"/);
  });

  it('limits a rule to requests and times, behind its match', () => {
    const manifest = 'rules:\n  - match: { path: "/" } # home\n    assets: []\n';

    const text = setRule(
      setRule(manifest, 0, 'from', '2026-12-01T00:00:00Z'),
      0,
      'when',
      "path == '/'",
    );

    expect(text).toBe(
      'rules:\n  - match: { path: "/" } # home\n    when: path == \'/\'\n    from: 2026-12-01T00:00:00Z\n    assets: []\n',
    );
    expect(rulesOf(text)[0]?.fields).toEqual({ when: "path == '/'", from: '2026-12-01T00:00:00Z' });
    expect(setRule(setRule(text, 0, 'when', ''), 0, 'from', '')).toBe(manifest);
  });

  it('writes incremental as true or false', () => {
    expect(setAsset(shop, 0, 0, 'incremental', 'true')).toContain('incremental: true');
  });

  it('removes an optional key when it is emptied', () => {
    expect(setAsset(shop, 0, 3, 'mode', '')).toBe(shop.replace('mode: hint, ', ''));
  });

  it('keeps the indentation of lists', () => {
    const flush = 'rules:\n- match: { path: "/" }\n  assets:\n  - { url: /a, as: style }\n';

    expect(setAsset(flush, 0, 0, 'url', '/b')).toBe(flush.replace('/a', '/b'));
  });

  it('starts from an empty text', () => {
    const text = setAsset(addRule(''), 0, 0, 'url', '/a.css');

    expect(rulesOf(text)[0]?.assets[0]?.fields).toEqual({ url: '/a.css', as: 'style' });
  });

  it('removes rules, assets and hosts', () => {
    const text = setHosts(removeAsset(removeRule(shop, 1), 0, 0), []);

    expect(readManifest(text).view?.hosts).toEqual([]);
    expect(rulesOf(text)).toHaveLength(1);
    expect(rulesOf(text)[0]?.assets).toHaveLength(3);
  });
});

describe('placing problems in the form', () => {
  it.each([
    [7, 37, 'rules.0.assets.1.as'],
    [10, 14, 'rules.1.match.regex'],
    [2, 9, 'hosts.0'],
  ])('finds the field of line %i, column %i', (line, column, path) => {
    const found = problemsByField(shop, [{ line, column, severity: 'error', message: 'no' }]);

    expect([...found.keys()]).toEqual([path]);
  });

  it('leaves out a problem without a place', () => {
    expect(
      problemsByField(shop, [{ line: 0, column: 0, severity: 'error', message: 'no' }]).size,
    ).toBe(0);
  });
});
