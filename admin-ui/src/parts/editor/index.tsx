import { Skeleton } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import type { TextDiffProps } from './TextDiff';
import type { TextMergeProps } from './TextMerge';
import type { YamlEditorProps } from './YamlEditor';

/** Loads a part on demand: CodeMirror is larger than all other code together. */
function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Part = lazy(load);
  return (props: P) => (
    <Suspense fallback={<Skeleton height={320} />}>
      <Part {...props} />
    </Suspense>
  );
}

export const YamlEditor = later<YamlEditorProps>(() => import('./YamlEditor'));
export const TextDiff = later<TextDiffProps>(() => import('./TextDiff'));
export const TextMerge = later<TextMergeProps>(() => import('./TextMerge'));
