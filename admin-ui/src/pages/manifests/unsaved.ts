const keyOf = (name: string): string => `lychgate.unsaved.${name}`;

/** Keeps typed text over a reload or a crash of the browser. Without storage, it is not kept. */
export function keepUnsaved(name: string, text: string): void {
  try {
    localStorage.setItem(keyOf(name), text);
  } catch {
    // The guard against leaving still works.
  }
}

export function forgetUnsaved(name: string): void {
  try {
    localStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was kept either.
  }
}

/** Returns the unsaved text, or null if it equals the saved one. */
export function unsavedOf(name: string, saved: string): string | null {
  try {
    const kept = localStorage.getItem(keyOf(name));
    return kept === saved ? null : kept;
  } catch {
    return null;
  }
}
