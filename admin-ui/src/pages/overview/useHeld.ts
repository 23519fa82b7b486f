import { useEffect, useRef, useState } from 'react';
import type { Live } from '~/api/live';

export interface Held {
  value: Live;
  /** Why the numbers are held, or null while they are live. */
  reason: 'you' | 'selection' | null;
}

/** Holds the numbers while the user has paused them or selects text. */
export function useHeld(newest: Live, paused: boolean): Held {
  const [selecting, setSelecting] = useState(false);
  useEffect(() => {
    const notice = () => setSelecting(document.getSelection()?.isCollapsed === false);
    document.addEventListener('selectionchange', notice);
    return () => document.removeEventListener('selectionchange', notice);
  }, []);
  const shown = useRef(newest);
  const reason = paused ? 'you' : selecting ? 'selection' : null;
  if (reason === null) shown.current = newest;
  return { value: shown.current, reason };
}
