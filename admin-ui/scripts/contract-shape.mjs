// Hash of the parts of the contract that matter to a client: prose and examples may change without new types.
import { createHash } from 'node:crypto';
import { parse } from 'yaml';

const PROSE = new Set(['description', 'summary', 'example', 'examples', 'title']);

function shape(node, inProperties) {
  if (Array.isArray(node)) return node.map((item) => shape(item, false));
  if (node === null || typeof node !== 'object') return node;
  const kept = Object.keys(node)
    .filter((key) => inProperties || !PROSE.has(key))
    .sort()
    .map((key) => [key, shape(node[key], key === 'properties')]);
  return Object.fromEntries(kept);
}

/** @param {string} yaml text of openapi.yaml @returns {string} 16 hex digits */
export function shapeOf(yaml) {
  return createHash('sha256')
    .update(JSON.stringify(shape(parse(yaml), false)))
    .digest('hex')
    .slice(0, 16);
}
