import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Draft } from './useDraft';

const LeaveDialog = lazy(() => import('./LeaveDialog'));

/** Keeps typed text from being lost by a click on a link or by closing the tab. */
export function LeaveGuard({ draft }: { draft: Draft }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => draft.isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => draft.isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveDialog draft={draft} onLeave={proceed} onStay={reset} />
    </Suspense>
  );
}
