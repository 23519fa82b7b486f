import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';

const VALUES: Record<string, string[]> = {
  as: ['style', 'script', 'font', 'image', 'fetch', 'document', 'module', 'connect'],
  mode: ['auto', 'push', 'hint'],
  crossorigin: ['anonymous', 'use-credentials'],
  urgency: ['0', '1', '2', '3', '4', '5', '6', '7'],
  incremental: ['true', 'false'],
  unless: ['upstream'],
  tier: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
};

const KEYS: [string, string][] = [
  ['hosts', 'Hosts of the manifest; absent: every host'],
  ['rules', 'Pages and the assets that they need'],
  ['priorities', 'Order of responses: the first rule that matches a response decides'],
  ['name', 'Name of the rule in decisions'],
  ['route', 'Id of the route that serves the response'],
  ['destination', 'Destination of the response at the client (Sec-Fetch-Dest)'],
  ['size', 'Length of the response, as ">= 100KiB"'],
  ['entry', 'True if a manifest names the resource as an asset'],
  ['unless', 'upstream: the rule does not apply if the upstream states a priority'],
  ['match', 'Pages of the rule: path or regex'],
  ['path', 'Glob: * matches any run of characters, slashes included'],
  ['regex', 'RE2 expression'],
  ['when', 'CEL condition on the request: method, host, path, query, headers, cookies, hints, …'],
  ['from', 'Time from which the rule applies (RFC 3339)'],
  ['until', 'Time from which the rule no longer applies'],
  ['assets', 'Assets that these pages need'],
  ['variants', 'More assets, chosen by a client hint or a cookie; the first match applies'],
  ['hint', 'Client hint that chooses the variant'],
  ['cookie', 'Cookie that chooses the variant'],
  ['is', 'Its value, or a list of possible values'],
  ['atLeast', 'Minimum of its value, a number'],
  ['atMost', 'Maximum of its value, a number'],
  ['url', 'Path or URL of the asset'],
  ['as', 'Kind of the asset'],
  ['crossorigin', 'Cross-origin mode of the page’s request; fonts need it'],
  ['type', 'Media type, so that a browser can skip types that it does not support'],
  ['urgency', '0 first, 7 last (RFC 9218)'],
  ['incremental', 'Its response shares the connection with others (RFC 9218)'],
  ['tier', '1 is first; visitors who have a tier get the next'],
  ['mode', 'auto, push or hint'],
  ['version', 'Content version, so that a deploy counts as new'],
];

/** Keys and fixed values of a manifest. */
export function completeManifest(context: CompletionContext): CompletionResult | null {
  const value = context.matchBefore(/(\w+):\s*[\w-]*$/);
  if (value) {
    const [, key = '', typed = ''] = /^(\w+):\s*([\w-]*)$/.exec(value.text) ?? [];
    const labels = VALUES[key];
    if (!labels) return null;
    return {
      from: context.pos - typed.length,
      options: labels.map((label) => ({ label, type: 'enum' })),
    };
  }
  const word = context.matchBefore(/[\w-]+$/);
  if (!word && !context.explicit) return null;
  return {
    from: word?.from ?? context.pos,
    options: KEYS.map(([label, detail]) => ({
      label,
      info: detail,
      apply: `${label}: `,
      type: 'property',
    })),
  };
}
