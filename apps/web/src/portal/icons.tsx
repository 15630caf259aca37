import type { ReactNode } from 'react';

const drawings = {
  door: 'M6 21V4h12v17M3 21h18M14.5 12.5v.01',
  gate: 'M4 21V5M20 21V5M4 9h16M4 17h16M8 9v8M12 9v8M16 9v8',
  garage: 'M3 21V9l9-5 9 5v12M7 21v-9h10v9M7 16h10',
  elevator: 'M5 3h14v18H5zM9 10l3-3 3 3M9 14l3 3 3-3',
  home: 'M4 11l8-7 8 7v10H4zM10 21v-6h4v6',
  guests: 'M9 11a4,4,0,1,0,0-8,4,4,0,0,0,0,8zM2 21v-1a7,7,0,0,1,14,0v1M19 8v6M16 11h6',
  activity: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4.5v5M6 14.5v5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
} as const;

/** Name of an icon. Icons are decorative, because each has a text beside it. */
export type IconName = keyof typeof drawings;

/** An icon in the colour of its text. */
export function Icon({ name }: { name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
