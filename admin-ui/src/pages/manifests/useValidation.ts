import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TextProblem } from '~/api/client';
import { validateText } from '~/api/manifests';

const NONE: TextProblem[] = [];

export interface Checked {
  problems: TextProblem[];
  /** "checked" if the problems are those of the current text. */
  state: 'checking' | 'checked' | 'unknown';
}

/** Validates a text on the gateway, shortly after the typing has stopped. */
export function useValidation(text: string): Checked {
  const [settled] = useDebouncedValue(text, 350);
  const query = useQuery({
    queryKey: ['validate', settled],
    queryFn: ({ signal }) => validateText(settled, signal),
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const isOfThisText = settled === text && !query.isPlaceholderData && query.data !== undefined;
  return {
    problems: query.data?.problems ?? NONE,
    state: query.isError ? 'unknown' : isOfThisText ? 'checked' : 'checking',
  };
}
