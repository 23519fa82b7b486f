import { useEffect, useState } from 'react';

const keyOf = (name: string): string => `lychgate.form.${name}`;

/** State of a form that survives the end of the session and a reload of the page. Never use it for passwords. */
export function useKeptForm<T extends object>(name: string, initial: T) {
  const [value, setValue] = useState<T>(() => ({ ...initial, ...kept<T>(name) }));
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(name), JSON.stringify(value));
    } catch {
      // Without storage, the form is lost with the page.
    }
  }, [name, value]);
  return [value, setValue, () => forgetForm(name)] as const;
}

export function forgetForm(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was kept either.
  }
}

function kept<T>(name: string): Partial<T> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as Partial<T>;
  } catch {
    return {};
  }
}
