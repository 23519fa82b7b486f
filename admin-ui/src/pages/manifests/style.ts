import { type Document, parseDocument, visit } from 'yaml';

/** Writes a document with the habits of the text that it came from, so that a diff shows only what was changed. */
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

/** `[ a, b ]` as `[a, b]`: the writer has one padding for lists and mappings, most people have two. */
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
