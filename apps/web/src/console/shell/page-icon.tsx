import type { ReactNode } from 'react';
import type { ConsolePage } from './pages.ts';
import classes from './layout.module.css';

const drawings: Readonly<Record<ConsolePage['path'], string>> = {
  '/': 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  '/reports': 'M4 4h16v12H10l-4 4v-4H4zM8 8h8M8 12h5',
  '/buildings': 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  '/residents':
    'M9 11a4,4,0,1,0,0-8,4,4,0,0,0,0,8zM2 21v-1a7,7,0,0,1,14,0v1M16 4a4,4,0,0,1,0,7M22 21v-1a7,7,0,0,0-4-6',
  '/invites': 'M3 6h18v13H3zM3 7l9 7 9-7',
  '/imports': 'M12 3v11M8 10l4 4 4-4M4 17v3h16v-3',
  '/calls': 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2',
  '/doors': 'M6 21V4h12v17M3 21h18M14.5 12.5v.01',
  '/activity': 'M3 12h4l3-8 4 16 3-8h4',
  '/passes': 'M3 6h18v4a2 2 0 0 0 0 4v4H3v-4a2 2 0 0 0 0-4zM14 6v2M14 11v2M14 16v2',
  '/devices': 'M7 3h10v18H7zM11 18h2',
  '/numbers': 'M4 9h16M4 15h16M10 4L8 20M16 4l-2 16',
  '/api-keys': 'M8 15a4 4 0 1 1 3.5-6H21v4h-3v3h-4v-3h-2.5A4 4 0 0 1 8 15zM8 11v.01',
  '/webhooks': 'M13 3L5 14h6l-1 7 8-11h-6z',
  '/audit': 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3',
  '/team': 'M12 11a4,4,0,1,0,0-8,4,4,0,0,0,0,8zM4 21v-1a8,8,0,0,1,16,0v1M9 21l3-4 3 4',
  '/settings': 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4.5v5M6 14.5v5',
};

/** The icon of a page in the navigation. Decorative, because the name is beside it. */
export function PageIcon({ path }: Pick<ConsolePage, 'path'>): ReactNode {
  return (
    <svg className={classes['icon']} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[path]} />
    </svg>
  );
}
