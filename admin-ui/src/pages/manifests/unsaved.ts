const keyOf = (name: string): string => `lychgate.unsaved.${name}`;

/** Keeps what was typed over a reload or a crash of the browser. Storage may be forbidden; then it is not kept. */
export function keepUnsaved(name: string, text: string): void {
  try {
    localStorage.setItem(keyOf(name), text);
  } catch {
    // The guard against leaving still stands.
  }
}

export function forgetUnsaved(name: string): void {
  try {
    localStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was kept either.
  }
}

/** What was left, or null when it is what is saved anyway. */
export function unsavedOf(name: string, saved: string): string | null {
  try {
    const kept = localStorage.getItem(keyOf(name));
    return kept === saved ? null : kept;
  } catch {
    return null;
  }
}
