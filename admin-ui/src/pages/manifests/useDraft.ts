import { useEffect, useState } from 'react';
import { hasCode } from '~/api/client';
import { type Manifest, useFreshManifest, useSaveDraft } from '~/api/manifests';
import { notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { forgetUnsaved, keepUnsaved, unsavedOf } from './unsaved';

interface Base {
  etag: string;
  text: string;
}

const baseOf = (manifest: Manifest): Base => ({ etag: manifest.etag, text: manifest.draft.text });

/** The text under edit, the saved draft that it is based on, and the conflict when that draft changes. */
export function useDraft(manifest: Manifest) {
  const { name } = manifest;
  const [base, setBase] = useState(() => baseOf(manifest));
  const [text, setText] = useState(base.text);
  const [theirs, setTheirs] = useState<Manifest | null>(null);
  const [left, setLeft] = useState(() => unsavedOf(name, base.text));
  const save = useSaveDraft();
  const readFresh = useFreshManifest();
  const isDirty = text !== base.text;

  // A newer draft in the cache replaces the text only while the user has no unsaved changes.
  useEffect(() => {
    if (isDirty || save.isPending || manifest.etag === base.etag) return;
    setBase(baseOf(manifest));
    setText(manifest.draft.text);
  }, [manifest, base.etag, isDirty, save.isPending]);

  useEffect(() => {
    if (isDirty) keepUnsaved(name, text);
  }, [isDirty, name, text]);

  const store = async (etag: string, wanted: string): Promise<boolean> => {
    try {
      const saved = await save.mutateAsync({ name, etag, text: wanted });
      setBase({ etag: saved.etag, text: wanted });
      setTheirs(null);
      forgetUnsaved(name);
      return true;
    } catch (error) {
      if (hasCode(error, 'stale')) setTheirs(await readFresh(name));
      else notifyFailure('Not saved', sentence(error));
      return false;
    }
  };

  return {
    text,
    setText,
    etag: base.etag,
    savedText: base.text,
    isDirty,
    isSaving: save.isPending,
    save: () => store(base.etag, text),
    discard: () => {
      setText(base.text);
      forgetUnsaved(name);
    },
    /** Version that another user saved meanwhile, until the two are reconciled. */
    theirs,
    overwrite: () => (theirs ? store(theirs.etag, text) : Promise.resolve(false)),
    /** Saves a text that has both edits. If yet another edit comes first, theirs is the base of the next merge. */
    saveMerged: (merged: string) => {
      if (theirs === null) return Promise.resolve(false);
      setBase(baseOf(theirs));
      setText(merged);
      return store(theirs.etag, merged);
    },
    takeTheirs: () => {
      if (theirs === null) return;
      setBase(baseOf(theirs));
      setText(theirs.draft.text);
      setTheirs(null);
      forgetUnsaved(name);
    },
    /** Text that was left unsaved in this browser before the page was loaded. */
    left,
    restore: () => {
      if (left !== null) setText(left);
      setLeft(null);
    },
    dropLeft: () => {
      setLeft(null);
      forgetUnsaved(name);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
