import type { ReactNode } from 'react';
import classes from './pending-name.module.css';

/** A placeholder of a name that is loading. Plain, because a page has dozens. */
export const PendingName = (): ReactNode => <span className={classes['shape']} />;
