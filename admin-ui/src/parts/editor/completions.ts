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
  ['hosts', 'Hosts that the manifest is for; absent: every host'],
  ['rules', 'Which page needs which assets'],
  ['priorities', 'The order of responses: the first rule that is for a response decides'],
  ['name', 'What decisions call the rule'],
  ['route', 'Id of the route that serves the response'],
  ['destination', 'What the client wants the response for (Sec-Fetch-Dest)'],
  ['size', 'Length of the response, as ">= 100KiB"'],
  ['entry', 'Whether a manifest names the resource as an asset'],
  ['unless', 'upstream: says nothing where the upstream states a priority'],
  ['match', 'Which pages: path or regex'],
  ['path', 'Glob: * matches any run of characters, slashes included'],
  ['regex', 'RE2 expression'],
  ['when', 'CEL condition on the request: method, host, path, query, headers, cookies, hints, …'],
  ['from', 'First moment at which the rule counts (RFC 3339)'],
  ['until', 'Moment from which on it counts no more'],
  ['assets', 'What these pages need'],
  ['variants', 'More assets, chosen by a client hint or a cookie; the first that fits counts'],
  ['hint', 'Client hint that chooses the variant'],
  ['cookie', 'Cookie that chooses the variant'],
  ['is', 'Its value, or a list of which any will do'],
  ['atLeast', 'Its value is a number, this or larger'],
  ['atMost', 'Its value is a number, this or smaller'],
  ['url', 'Path or URL of the asset'],
  ['as', 'Kind of the asset'],
  ['crossorigin', 'As the page itself asks for it; fonts need it'],
  ['type', 'Media type, so that a browser can pass over what it cannot use'],
  ['urgency', '0 first, 7 last (RFC 9218)'],
  ['incremental', 'Its response shares the connection with others (RFC 9218)'],
  ['tier', '1 first; the next tier goes to visitors who have the first'],
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
