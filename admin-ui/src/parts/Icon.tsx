/** Strokes on a 24-unit square. Icons are decoration only: every control has a name in words. */
const PATHS = {
  overview: 'M4 19V11M10 19V5M16 19v-6M21 19H3',
  savings: 'M4 5v15h16M7 8l5 5 3-2 5 6',
  experiment: 'M10 3v6L5 19h14L14 9V3M8.5 3h7M8 14h8',
  manifest: 'M7 3h7l5 5v13H7zM14 3v5h5M10 13h6M10 17h6',
  tryIt: 'M8 5l11 7-11 7z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20.5 20.5 16 16',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c.8-4 4-6 8-6s7.2 2 8 6',
  signOut: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  plus: 'M12 5v14M5 12h14',
  up: 'M12 19V6M6 12l6-6 6 6',
  down: 'M12 5v13M6 12l6 6 6-6',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  check: 'M5 13l4.5 4.5L19 7',
  cross: 'M6 6l12 12M18 6 6 18',
  warning: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.5',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  history: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4M12 8v4l3 2',
  pause: 'M8 5v14M16 5v14',
  play: 'M8 5l11 7-11 7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  routes: 'M4 6h5l6 12h5M4 18h5l2-4M13 10l2-4h5',
  servers: 'M4 4h16v6H4zM4 14h16v6H4zM7.5 7h.5M7.5 17h.5',
  push: 'M12 4v10M7 9l5 5 5-5M5 20h14',
  hint: 'M4 12h4M10 12h4M16 12h4',
  skip: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM6.5 6.5l11 11',
  archive: 'M4 5h16v4H4zM5 9v11h14V9M10 13h4',
  sort: 'M8 9l4-4 4 4M8 15l4 4 4-4',
  sortUp: 'M7 14l5-5 5 5',
  sortDown: 'M7 10l5 5 5-5',
  more: 'M5 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM19 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2z',
  certificate: 'M5 4h14v11H5zM8 8h8M8 11h5M13 15v6l2.5-1.5L18 21v-6',
  key: 'M15 11a4 4 0 1 0-4-4c0 .7.2 1.4.5 2L4 16.5V20h3.5v-2.5H10V15l3-3c.6-.6 1.3-1 2-1z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
