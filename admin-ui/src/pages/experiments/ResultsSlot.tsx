import type { Experiment } from '~/api/experiments';

/** The place of the results: the verdict, and the differences of the metrics with their intervals. */
export function ResultsSlot(_: { experiment: Experiment }) {
  return null;
}
