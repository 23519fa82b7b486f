import { isCollection, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { TextProblem } from '~/api/client';

/** Returns the problems by their field of the form ("rules.0.assets.1.as"). */
export function problemsByField(text: string, problems: TextProblem[]): Map<string, string> {
  const lines = new LineCounter();
  const root = parseDocument(text, { lineCounter: lines }).contents;
  const found = new Map<string, string>();
  for (const { line, column, message } of problems) {
    const start = lines.lineStarts[line - 1];
    if (line < 1 || start === undefined) continue;
    const path = deepest(root, start + Math.max(column, 1) - 1).join('.');
    found.set(path, found.has(path) ? `${found.get(path)}; ${message}` : message);
  }
  return found;
}

/** Returns the path of the innermost value that covers the offset, its key included. */
function deepest(node: unknown, offset: number): (string | number)[] {
  if (!isCollection(node)) return [];
  if (isMap(node)) {
    for (const pair of node.items) {
      const covered = covers(pair.key, offset) || covers(pair.value, offset);
      if (covered)
        return [
          String(isScalar(pair.key) ? pair.key.value : pair.key),
          ...deepest(pair.value, offset),
        ];
    }
    return [];
  }
  const index = node.items.findIndex((item) => covers(item, offset));
  return index < 0 ? [] : [index, ...deepest(node.items[index], offset)];
}

function covers(node: unknown, offset: number): boolean {
  return (
    isNode(node) &&
    !!node.range &&
    node.range[0] <= offset &&
    offset < Math.max(node.range[1], node.range[0] + 1)
  );
}
