import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from './Notice';
import { sentence } from './problem';

interface Props<T> {
  query: UseQueryResult<T>;
  /** Name of the loaded data for the failure message: "the manifests". */
  what: string;
  children: (value: T) => ReactNode;
}

/** Shows loading, failure or content. Old content stays while a newer response is loading. */
export function LoadingPanel<T>({ query, what, children }: Props<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError)
    return <Failure error={query.error} what={what} again={() => query.refetch()} />;
  return (
    <Stack gap="sm" aria-busy="true">
      <Text size="sm" c="dimmed" role="status">
        Loading {what} …
      </Text>
      <Skeleton height={18} width="60%" />
      <Skeleton height={18} width="80%" />
      <Skeleton height={18} width="45%" />
    </Stack>
  );
}

export function Failure({
  error,
  what,
  again,
}: {
  error: unknown;
  what: string;
  again: () => void;
}) {
  return (
    <Notice tone="bad" urgent title={`Could not load ${what}`}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{sentence(error)}</Text>
        <Button size="xs" variant="default" onClick={again}>
          Try again
        </Button>
      </Stack>
    </Notice>
  );
}
