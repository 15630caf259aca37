import type { ReactNode } from 'react';
import classes from './bars.module.css';

interface Bar {
  label: string;
  value: number;
}

/** Figures as bars of a list, each with its number. */
export function BarsList({ bars }: { bars: readonly Bar[] }): ReactNode {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ol className={classes['list']}>
      {bars.map(({ label, value }) => (
        <li key={label}>
          <span>{label}</span>
          <span className={classes['track']} aria-hidden="true">
            <span style={{ width: `${(value / most) * 100}%` }} />
          </span>
          <b>{value.toLocaleString('en')}</b>
        </li>
      ))}
    </ol>
  );
}

interface HourBarsProps {
  /** What is counted, such as `Calls`. */
  name: string;
  hours: readonly { at: string; value: number }[];
  timeZone: string;
}

/** A day by the hour as columns, with a table behind it. */
export function HourBars({ name, hours, timeZone }: HourBarsProps): ReactNode {
  const most = Math.max(1, ...hours.map(({ value }) => value));
  const sum = hours.reduce((total, { value }) => total + value, 0);
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', timeZone });
  return (
    <>
      <div className={classes['hours']} role="img" aria-label={`${name} by hour: ${sum} in all`}>
        {hours.map(({ at, value }) => (
          <span key={at} title={`${format.format(new Date(at))}: ${value}`}>
            <i style={{ height: `${(value / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <details className={classes['details']}>
        <summary>Show as a table</summary>
        <table>
          <tbody>
            {hours.map(({ at, value }) => (
              <tr key={at}>
                <th scope="row">{format.format(new Date(at))}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
