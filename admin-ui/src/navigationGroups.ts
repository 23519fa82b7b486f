/** Groups of the side bar, in its order. */
export const GROUPS = [
  'Start',
  'Traffic',
  'Delivery',
  'Proof',
  'Operation',
  'Administration',
] as const;

export type Group = (typeof GROUPS)[number];
