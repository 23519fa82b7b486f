import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { cspNonce } from '~/nonce';

/** Colours come from variables of the page, so that light and dark need no new editor. */
const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string), tags.content], color: 'var(--code-text)' },
  {
    tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom],
    color: 'var(--code-number)',
  },
  { tag: [tags.comment, tags.lineComment], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.bracket, tags.meta], color: 'var(--code-mark)' },
]);

const look = EditorView.theme({
  '&': {
    backgroundColor: 'var(--panel)',
    color: 'var(--mantine-color-text)',
    fontSize: '0.85rem',
    border: '1px solid var(--panel-border)',
    borderRadius: 'var(--mantine-radius-md)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-content': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    caretColor: 'var(--mantine-color-text)',
    padding: '10px 0',
  },
  '.cm-line': { padding: '0 12px' },
  '.cm-gutters': {
    backgroundColor: 'var(--panel)',
    color: 'var(--mantine-color-dimmed)',
    border: 'none',
    borderRadius: 'var(--mantine-radius-md)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--code-line)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      backgroundColor: 'var(--code-selection) !important',
    },
  '.cm-matchingBracket': {
    backgroundColor: 'var(--code-selection) !important',
    outline: '1px solid var(--code-mark)',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--panel)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--panel-border)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-filled)',
    color: '#fff',
  },
  '.cm-diagnostic': { padding: '4px 10px' },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--mantine-color-body)',
    backgroundImage: 'none',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--panel-border)',
  },
  // CodeMirror's own marks are data: images, which the page's policy does not allow.
  '.cm-lintRange': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--bad)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-lint-marker': { inlineSize: '1rem', textAlign: 'center', fontWeight: '700' },
  '.cm-lint-marker-error': { content: 'none', color: 'var(--bad)' },
  '.cm-lint-marker-error::before': { content: '"✕"' },
  '.cm-lint-marker-warning': { content: 'none', color: 'var(--warn)' },
  '.cm-lint-marker-warning::before': { content: '"!"' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  // Added and removed text must not differ only by colour.
  '.cm-changedLine, &.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--diff-added)' },
  '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--diff-removed)' },
  '.cm-deletedChunk': { padding: '0 12px' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none' },
  '.cm-deletedChunk del, .cm-deletedChunk .cm-deletedLine, &.cm-merge-a .cm-changedText': {
    background: 'none',
    textDecoration: 'line-through',
  },
  '.cm-insertedLine': { background: 'none', textDecoration: 'none' },
  '.cm-changedText, &.cm-merge-b .cm-changedText': {
    background: 'none',
    textDecoration: 'underline',
    textDecorationThickness: '2px',
    textUnderlineOffset: '3px',
  },
  '.cm-collapsedLines': {
    background: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    padding: '4px 12px',
  },
});

/** Returns the extensions that all editors of a manifest's text share. */
export function common(label: string, readOnly: boolean): Extension {
  return [
    EditorView.cspNonce.of(cspNonce()),
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'false',
      ...(readOnly ? { 'aria-readonly': 'true' } : {}),
    }),
    EditorState.readOnly.of(readOnly),
    EditorView.lineWrapping,
    yaml(),
    syntaxHighlighting(colors),
    look,
  ];
}
