import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and their values, one below the other. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className={classes['facts']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
