import type { ReactNode } from 'react';

interface Props {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Box for content that may be wider or taller than its place. It scrolls, also by keyboard. */
export function ScrollBox({ label, className = 'scroll-x', children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it keyboard users cannot scroll.
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
