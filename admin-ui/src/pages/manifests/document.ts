import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';

export const ASSET_KEYS = [
  'url',
  'as',
  'mode',
  'tier',
  'urgency',
  'incremental',
  'crossorigin',
  'type',
  'version',
] as const;
export type AssetKey = (typeof ASSET_KEYS)[number];

export type MatchKind = 'path' | 'regex';

export interface AssetView {
  fields: Partial<Record<AssetKey, string>>;
  /** Keys that the form does not know; they stay unchanged in the text. */
  kept: string[];
}

/** Keys of a rule with plain texts: its conditions beyond the path. */
export const RULE_KEYS = ['when', 'from', 'until'] as const;
export type RuleKey = (typeof RULE_KEYS)[number];

export interface RuleView {
  match: { kind: MatchKind; value: string } | null;
  fields: Partial<Record<RuleKey, string>>;
  /** Null for an asset that is not a mapping. */
  assets: (AssetView | null)[];
  kept: string[];
}

export interface ManifestView {
  /** Null if the text has hosts that are not a plain list. */
  hosts: string[] | null;
  /** Null for a rule that is not a mapping. */
  rules: (RuleView | null)[];
  kept: string[];
}

/** View of a manifest's text for the form, or why the form cannot show it. */
export type Reading = { view: ManifestView; whyNot: null } | { view: null; whyNot: string };

export function readManifest(text: string): Reading {
  const document = parseDocument(text);
  const whyNot = obstacle(document);
  if (whyNot !== null) return { view: null, whyNot };
  const root = document.contents;
  if (!isMap(root)) return { view: { hosts: [], rules: [], kept: [] }, whyNot: null };
  const rules = root.get('rules');
  return {
    view: {
      hosts: root.has('hosts') ? plainList(root.get('hosts')) : [],
      rules: isSeq(rules) ? rules.items.map(ruleView) : [],
      kept: otherKeys(root, ['hosts', 'rules']),
    },
    whyNot: null,
  };
}

function obstacle(document: Document): string | null {
  const [error] = document.errors;
  if (error) return `The text is not YAML yet: ${error.message.split('\n')[0]}`;
  let hasAlias = false;
  visit(document, (_, node) => {
    if (isAlias(node)) hasAlias = true;
  });
  if (hasAlias) return 'The text uses YAML anchors and aliases, which the form cannot show.';
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return null;
  if (!isMap(root)) return 'The text is not a mapping with hosts and rules.';
  const rules = root.get('rules');
  if (rules !== undefined && rules !== null && !isSeq(rules)) return 'rules is not a list.';
  return null;
}

function ruleView(node: unknown): RuleView | null {
  if (!isMap(node)) return null;
  if (RULE_KEYS.some((key) => isMap(node.get(key)) || isSeq(node.get(key)))) return null;
  const assets = node.get('assets');
  if (assets !== undefined && assets !== null && !isSeq(assets)) return null;
  return {
    match: matchView(node.get('match')),
    assets: isSeq(assets) ? assets.items.map(assetView) : [],
    fields: textsOf(node, RULE_KEYS),
    kept: otherKeys(node, ['match', 'assets', ...RULE_KEYS]),
  };
}

function matchView(node: unknown): RuleView['match'] {
  if (!isMap(node) || node.items.length !== 1) return null;
  for (const kind of ['path', 'regex'] as const) {
    const value = node.get(kind);
    if (typeof value === 'string') return { kind, value };
  }
  return null;
}

function assetView(node: unknown): AssetView | null {
  if (!isMap(node)) return null;
  if (ASSET_KEYS.some((key) => isMap(node.get(key)) || isSeq(node.get(key)))) return null;
  return { fields: textsOf(node, ASSET_KEYS), kept: otherKeys(node, ASSET_KEYS) };
}

function textsOf<K extends string>(map: YAMLMap, keys: readonly K[]): Partial<Record<K, string>> {
  const fields: Partial<Record<K, string>> = {};
  for (const key of keys) {
    const value = map.get(key);
    if (value !== undefined && value !== null) fields[key] = String(value);
  }
  return fields;
}

function plainList(node: unknown): string[] | null {
  if (node === null) return [];
  if (!isSeq(node) || !node.items.every(isScalar)) return null;
  return node.items.map((item) => String((item as { value: unknown }).value));
}

function otherKeys(map: YAMLMap, known: readonly string[]): string[] {
  return map.items
    .map((pair) => String(isScalar(pair.key) ? pair.key.value : pair.key))
    .filter((key) => !known.includes(key));
}
