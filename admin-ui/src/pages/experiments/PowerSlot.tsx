import type { ExperimentDesign } from '~/api/experiments';

/** The place of the planner's figures: the smallest effect that can be found, and the days that it needs. */
export function PowerSlot(_: { design: ExperimentDesign }) {
  return null;
}
