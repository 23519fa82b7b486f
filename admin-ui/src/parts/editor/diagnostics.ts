import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { TextProblem } from '~/api/client';

/** Returns the server's problems as marks in the text. One without a place marks the first line. */
export function diagnosticsOf(doc: Text, problems: TextProblem[]): Diagnostic[] {
  return problems.map(({ line, column, severity, message }) => {
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const from = Math.min(at.from + Math.max(column, 1) - 1, at.to);
    const rest = doc.sliceString(from, at.to);
    const word = /^[^\s,}\]]+/.exec(rest)?.[0].length ?? 0;
    return { from, to: from + word, severity, message, source: 'gateway' };
  });
}
