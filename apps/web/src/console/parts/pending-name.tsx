import type { ReactNode } from 'react';
import classes from './pending-name.module.css';

/** A grey shape in the place of a name that is being asked for; a page has dozens, so that it is one plain element. */
export const PendingName = (): ReactNode => <span className={classes['shape']} />;
