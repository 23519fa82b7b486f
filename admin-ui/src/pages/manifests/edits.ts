import { type Document, isMap, isScalar, isSeq, parseDocument, YAMLMap, YAMLSeq } from 'yaml';
import type { AssetKey, MatchKind, RuleKey } from './document';
import { inStyleOf } from './style';

const NUMBERS: readonly AssetKey[] = ['tier', 'urgency'];

/** Changes the text through its document, so that comments and unknown keys keep their places. */
function change(text: string, edit: (root: YAMLMap, document: Document) => void): string {
  const document = parseDocument(text);
  if (!isMap(document.contents))
    document.contents = new YAMLMap() as unknown as typeof document.contents;
  edit(document.contents as unknown as YAMLMap, document);
  return inStyleOf(text, document);
}

function ruleAt(root: YAMLMap, rule: number): YAMLMap {
  return root.getIn(['rules', rule]) as YAMLMap;
}

function listOf(parent: YAMLMap, key: string): YAMLSeq {
  const found = parent.get(key);
  if (isSeq(found)) {
    // `[ {…}, {…} ]` on one line becomes unreadable, so a list that was empty changes to block style.
    if (found.items.length === 0) found.flow = false;
    return found;
  }
  const created = new YAMLSeq();
  parent.set(key, created);
  return created;
}

function move<T>(items: T[], from: number, by: -1 | 1): void {
  const [item] = items.splice(from, 1);
  if (item !== undefined) items.splice(from + by, 0, item);
}

export function setHosts(text: string, hosts: string[]): string {
  return change(text, (root, document) => {
    if (hosts.length === 0) root.delete('hosts');
    else if (isSeq(root.get('hosts')))
      syncList(root.get('hosts') as unknown as YAMLSeq, hosts, document);
    else {
      const list = document.createNode(hosts) as YAMLSeq;
      list.flow = true;
      root.items.unshift(document.createPair('hosts', list) as YAMLMap['items'][number]);
    }
  });
}

/** Keeps the nodes of values that stay, with their comments and quotes. */
function syncList(list: YAMLSeq, values: string[], document: Document): void {
  const old = new Map(list.items.filter(isScalar).map((item) => [String(item.value), item]));
  list.items = values.map((value) => old.get(value) ?? document.createNode(value));
}

export function addRule(text: string): string {
  return change(text, (root, document) => {
    const rule = document.createNode({
      match: { path: '/' },
      assets: [{ url: '/', as: 'style' }],
    }) as YAMLMap;
    (rule.get('match') as YAMLMap).flow = true;
    for (const asset of (rule.get('assets') as YAMLSeq<YAMLMap>).items) asset.flow = true;
    listOf(root, 'rules').add(rule);
  });
}

export function removeRule(text: string, rule: number): string {
  return change(text, (root) => root.deleteIn(['rules', rule]));
}

export function moveRule(text: string, rule: number, by: -1 | 1): string {
  return change(text, (root) => move(listOf(root, 'rules').items, rule, by));
}

export function setMatch(text: string, rule: number, kind: MatchKind, value: string): string {
  return change(text, (root, document) => {
    const match = ruleAt(root, rule).get('match');
    if (isMap(match) && match.has(kind)) {
      put(match, kind, value);
      return;
    }
    const created = document.createNode({ [kind]: value }) as YAMLMap;
    created.flow = true;
    ruleAt(root, rule).set('match', created);
  });
}

/** Sets a key of a rule. An empty value removes the key. */
export function setRule(text: string, rule: number, key: RuleKey, value: string): string {
  return change(text, (root) => {
    const map = ruleAt(root, rule);
    if (value === '') map.delete(key);
    else if (map.has(key)) put(map, key, value);
    else {
      // After the match, where a person would write it.
      map.set(key, value);
      const added = map.items.pop();
      const after = map.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === 'match');
      if (added) map.items.splice(after + 1, 0, added);
    }
  });
}

export function addAsset(text: string, rule: number): string {
  return change(text, (root, document) => {
    const asset = document.createNode({ url: '/', as: 'style' }) as YAMLMap;
    asset.flow = true;
    listOf(ruleAt(root, rule), 'assets').add(asset);
  });
}

export function removeAsset(text: string, rule: number, asset: number): string {
  return change(text, (root) => root.deleteIn(['rules', rule, 'assets', asset]));
}

export function moveAsset(text: string, rule: number, asset: number, by: -1 | 1): string {
  return change(text, (root) => move(listOf(ruleAt(root, rule), 'assets').items, asset, by));
}

/** Sets a value and keeps its quotes and comment. The quotes of an empty value are removed. */
function put(map: YAMLMap, key: string, value: string | number | boolean): void {
  const old = map.get(key, true);
  if (isScalar(old) && old.value === '') delete old.type;
  map.set(key, value);
}

function typed(key: AssetKey, value: string): string | number | boolean {
  if (key === 'incremental' && (value === 'true' || value === 'false')) return value === 'true';
  return NUMBERS.includes(key) && /^\d+$/.test(value) ? Number(value) : value;
}

/** Sets a key of an asset. An empty value removes an optional key. */
export function setAsset(
  text: string,
  rule: number,
  asset: number,
  key: AssetKey,
  value: string,
): string {
  return change(text, (root) => {
    const map = root.getIn(['rules', rule, 'assets', asset]);
    if (!isMap(map)) return;
    if (value === '' && key !== 'url' && key !== 'as') map.delete(key);
    else put(map, key, typed(key, value));
  });
}
