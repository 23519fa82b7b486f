import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyPanel } from './EmptyPanel';

interface Props {
  /** One thing of the list, such as "route". */
  what: string;
  onAll: () => unknown;
  /** A sentence with the fields that were searched. */
  children: ReactNode;
}

/** Stands in place of a list in which the search finds nothing. */
export function NothingFits({ what, onAll, children }: Props) {
  return (
    <EmptyPanel
      icon="search"
      title={`No ${what} fits`}
      next={
        <Button variant="default" onClick={onAll}>
          Show all {what}s
        </Button>
      }
    >
      {children}
    </EmptyPanel>
  );
}
