import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';
import type { TextProblem } from '../client';

const AS = ['style', 'script', 'font', 'image', 'fetch', 'document', 'module', 'connect'];

/** Small part of the real validator: enough to show problems at their places. */
export function validate(text: string): TextProblem[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const problems: TextProblem[] = [];
  const add = (offset: number, message: string, severity: TextProblem['severity'] = 'error') => {
    const { line, col } = lines.linePos(offset);
    problems.push({ line, column: col, severity, message });
  };
  for (const error of document.errors) add(error.pos[0], error.message.split('\n')[0] ?? '');
  if (problems.length > 0) return problems;

  const rules = document.get('rules');
  if (!isSeq(rules)) {
    add(0, 'rules: absent (expected: a list)');
    return problems;
  }
  if (rules.items.length === 0)
    add(rules.range?.[0] ?? 0, 'rules: empty, nothing will be sent', 'warning');
  for (const rule of rules.items) {
    const assets = isMap(rule) ? rule.get('assets') : null;
    if (!isSeq(assets)) continue;
    for (const asset of assets.items) {
      if (!isMap(asset)) continue;
      const as = asset.get('as', true);
      const value = asset.get('as');
      const offset = as?.range?.[0] ?? asset.range?.[0] ?? 0;
      if (!AS.includes(String(value)))
        add(offset, `as: ${value ?? 'absent'} (expected: ${AS.join(', ')})`);
      if (!asset.get('url')) add(asset.range?.[0] ?? 0, 'url: empty (expected: a path or a URL)');
    }
  }
  return problems;
}
