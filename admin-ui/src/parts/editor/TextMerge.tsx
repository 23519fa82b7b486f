import { MergeView } from '@codemirror/merge';
import { EditorView, lineNumbers } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import { common } from './setup';

export interface TextMergeProps {
  theirs: string;
  yours: string;
  onChange: (yours: string) => void;
}

/** Their text beside yours; an arrow between them takes over one part of theirs. */
export default function TextMerge({ theirs, yours, onChange }: TextMergeProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ yours, onChange });
  latest.current = { yours, onChange };
  useEffect(() => {
    if (box.current === null) return;
    const view = new MergeView({
      parent: box.current,
      revertControls: 'a-to-b',
      highlightChanges: true,
      gutter: true,
      renderRevertControl: takeOver,
      a: { doc: theirs, extensions: [lineNumbers(), common('Their text', true)] },
      b: {
        doc: latest.current.yours,
        extensions: [
          basicSetup,
          common('Your text', false),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      },
    });
    return () => view.destroy();
  }, [theirs]);
  return <div ref={box} className="merge" />;
}

function takeOver(): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '→';
  button.setAttribute('aria-label', 'Take over this part of theirs');
  return button;
}
