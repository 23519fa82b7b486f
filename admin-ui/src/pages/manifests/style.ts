import { type Document, parseDocument, visit } from 'yaml';

/** Writes a document in the style of its original text, so that a diff shows only the changes. */
export function inStyleOf(text: string, document: Document): string {
  const isPadded = /\{ /.test(text) || !/\{\S/.test(text);
  const written = document.toString({
    lineWidth: 0,
    indentSeq: !/^\S[^\n]*:[ \t]*\n- /m.test(text),
    flowCollectionPadding: isPadded,
  });
  const hasTightLists = /\[[^\s\]]/.test(text) && !/\[ /.test(text);
  return isPadded && hasTightLists ? withTightLists(written) : written;
}

/** Turns `[ a, b ]` into `[a, b]`: the writer pads lists and mappings alike, most people do not. */
function withTightLists(text: string): string {
  const blanks: number[] = [];
  visit(parseDocument(text), {
    Seq: (_, { flow, range }) => {
      if (!flow || !range) return;
      const [start, end] = range;
      if (text.startsWith('[ ', start)) blanks.push(start + 1);
      if (text.startsWith(' ]', end - 2)) blanks.push(end - 2);
    },
  });
  const cut = new Set(blanks);
  return text.replace(/ /g, (blank, offset: number) => (cut.has(offset) ? '' : blank));
}
