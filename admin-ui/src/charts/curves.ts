/** One curve over numbers, or the band between two. */
export interface Curve {
  label: string;
  /** CSS custom property with the colour. */
  color: string;
  dash: number[];
  /** One value for each place; null leaves a gap. */
  values: (number | null)[];
}

export interface Curves {
  /** Places on the horizontal axis, rising. */
  places: number[];
  curves: Curve[];
  /** Indexes of two curves between which the area is filled. */
  band?: [number, number];
  /** Names of both axes, with their units. */
  across: string;
  up: string;
  formatPlace: (place: number) => string;
  formatValue: (value: number) => string;
}

/** Joins curves with places of their own: a missing value is the one before it, as in a step function. */
export function joined(parts: { points: { place: number; value: number }[] }[]): {
  places: number[];
  values: (number | null)[][];
} {
  const places = [...new Set(parts.flatMap(({ points }) => points.map(({ place }) => place)))].sort(
    (a, b) => a - b,
  );
  const values = parts.map(({ points }) => {
    let next = 0;
    let last: number | null = points.length === 0 ? null : 0;
    return places.map((place) => {
      while (next < points.length && (points[next]?.place ?? 0) <= place) {
        last = points[next]?.value ?? last;
        next += 1;
      }
      return last;
    });
  });
  return { places, values };
}
