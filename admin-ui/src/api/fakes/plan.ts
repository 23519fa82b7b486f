import { parse } from 'yaml';
import type { Schemas } from '../client';
import type { FakeStore } from './store';

interface Asset {
  url: string;
  as: string;
  tier?: number;
  urgency?: number;
  crossorigin?: string;
}
interface Rule {
  match?: { path?: string; regex?: string };
  assets?: Asset[];
}

/** Dry run that is simple enough for a test to predict: hints every asset of the first rule that matches. */
export function plan(store: FakeStore, request: Schemas['PlanRequest']): Schemas['Plan'] {
  const url = new URL(request.url, 'https://localhost');
  const protocol = request.protocol ?? 'h2';
  const texts = store
    .page('', null)
    .items.map(({ name }) => store.get(name))
    .map(({ name, published }) => [
      name,
      name === request.manifest ? request.draft : published?.text,
    ])
    .filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const found =
    texts.flatMap(([name, text]) => candidates(name, text, url.pathname, request))[0] ?? [];
  const hinted = protocol === 'http/1.1' ? [] : found.filter((each) => each.decision === 'hint');
  const pushed = protocol === 'h2' ? found.filter((each) => each.decision === 'push') : [];
  return {
    url: url.href,
    protocol,
    revision: store.revision,
    candidates: found,
    links: hinted.map(linkOf),
    pushes: pushed.map((each) => each.url),
    setCookies:
      found.length > 0
        ? ['lychgate_casper=AQb3Kw; Path=/; Max-Age=31536000; Secure; HttpOnly; SameSite=Lax']
        : [],
    notes: protocol === 'http/1.1' ? ['No 103 on HTTP/1.1: browsers ignore it there.'] : [],
  };
}

function candidates(
  manifest: string,
  text: string,
  path: string,
  request: Schemas['PlanRequest'],
): Schemas['PlanCandidate'][][] {
  const rules: Rule[] = parse(text)?.rules ?? [];
  const index = rules.findIndex((rule) => matches(rule, path));
  const rule = rules[index];
  if (!rule) return [];
  const match = rule.match?.path ?? rule.match?.regex ?? '';
  return [(rule.assets ?? []).map((asset) => decide(asset, { manifest, index, match }, request))];
}

function matches(rule: Rule, path: string): boolean {
  if (rule.match?.regex) return new RegExp(rule.match.regex).test(path);
  const glob = (rule.match?.path ?? '').replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${glob}$`).test(path);
}

function statedBy(
  asset: Asset,
  urgency: number,
  rule: Schemas['PlanRule'],
): Schemas['PlanPriority'] {
  return {
    urgency,
    incremental: null,
    reason: 'manifest-urgency',
    sentence: 'A manifest states a priority for this very resource.',
    source: `${rule.manifest} rules[${rule.index}] ${asset.url}`,
    perhaps: [],
  };
}

function decide(
  asset: Asset,
  rule: Schemas['PlanRule'],
  request: Schemas['PlanRequest'],
): Schemas['PlanCandidate'] {
  const common = {
    url: asset.url,
    as: asset.as,
    rule,
    tier: asset.tier ?? 1,
    urgency: asset.urgency ?? null,
    priority: asset.urgency === undefined ? null : statedBy(asset, asset.urgency, rule),
  };
  if (request.cookie?.includes('casper') && asset.as === 'style') {
    return {
      ...common,
      decision: 'skip',
      reason: 'already-cached',
      sentence: 'The visitor has it, according to the fingerprint.',
    };
  }
  if (common.tier > 1) {
    return {
      ...common,
      decision: 'skip',
      reason: 'later-tier',
      sentence: 'The first tier of this page goes first.',
    };
  }
  if (request.pushEnabled && request.protocol !== 'h3' && asset.as !== 'connect') {
    return {
      ...common,
      decision: 'push',
      reason: null,
      sentence: 'The client accepts pushes and does not have it.',
    };
  }
  return { ...common, decision: 'hint', reason: null, sentence: 'Announced in the 103.' };
}

function linkOf(each: Schemas['PlanCandidate']): string {
  if (each.as === 'connect') return `<${each.url}>; rel=preconnect`;
  if (each.as === 'module') return `<${each.url}>; rel=modulepreload`;
  const crossorigin = each.as === 'font' ? '; crossorigin' : '';
  return `<${each.url}>; rel=preload; as=${each.as}${crossorigin}`;
}
