import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A list of names with their values. */
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
