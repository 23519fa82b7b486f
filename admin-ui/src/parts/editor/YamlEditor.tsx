import { yamlLanguage } from '@codemirror/lang-yaml';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import type { TextProblem } from '~/api/client';
import type { JsonSchema } from '~/api/json-schema';
import { completeManifest } from './completions';
import { diagnosticsOf } from './diagnostics';
import { completeBySchema } from './schemaCompletion';
import { common } from './setup';

export interface YamlEditorProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onSave: () => void;
  problems: TextProblem[];
  /** Place of the cursor; a new object moves it again. */
  goTo: { line: number; column: number } | null;
  readOnly: boolean;
  /** Schema of the text; absent: that of a manifest. */
  schema?: JsonSchema | undefined;
}

/** Editor of a manifest's text, with problems at their places. The Tab key leaves it, as elsewhere. */
export default function YamlEditor(props: YamlEditorProps) {
  const { label, value, problems, goTo, readOnly, schema } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (box.current === null) return;
    const created = new EditorView({
      doc: latest.current.value,
      parent: box.current,
      extensions: [
        keymap.of([
          {
            key: 'Mod-s',
            preventDefault: true,
            run: () => {
              latest.current.onSave();
              return true;
            },
          },
        ]),
        basicSetup,
        lintGutter(),
        yamlLanguage.data.of({
          autocomplete: schema ? completeBySchema(schema) : completeManifest,
        }),
        common(label, readOnly),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.onChange(update.state.doc.toString());
        }),
      ],
    });
    view.current = created;
    return () => created.destroy();
  }, [label, readOnly, schema]);

  useEffect(() => {
    const current = view.current;
    if (current === null || current.state.doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const current = view.current;
    if (current)
      current.dispatch(setDiagnostics(current.state, diagnosticsOf(current.state.doc, problems)));
  }, [problems]);

  useEffect(() => {
    const current = view.current;
    if (current === null || goTo === null) return;
    const line = current.state.doc.line(Math.min(Math.max(goTo.line, 1), current.state.doc.lines));
    const anchor = Math.min(line.from + Math.max(goTo.column, 1) - 1, line.to);
    current.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
    current.focus();
  }, [goTo]);

  return <div ref={box} className="editor" />;
}
