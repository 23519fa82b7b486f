import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { common } from './setup';

export interface TextDiffProps {
  label: string;
  before: string;
  after: string;
}

/** Difference of two texts in one column: removed lines struck through, added text underlined. */
export default function TextDiff({ label, before, after }: TextDiffProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return;
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          common(label, true),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            highlightChanges: true,
            gutter: true,
            collapseUnchanged: { margin: 3, minSize: 6 },
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [label, before, after]);
  return <div ref={box} className="editor" />;
}
