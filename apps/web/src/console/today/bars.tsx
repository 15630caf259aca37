import type { ReactNode } from 'react';
import classes from './bars.module.css';

interface Bar {
  label: string;
  value: number;
}

/** Figures as a list of bars, each with its number. */
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

interface ColumnBarsProps {
  /** The name of the series, such as `Calls by hour`. */
  name: string;
  bars: readonly Bar[];
}

/** A time series as columns, with a table behind it. */
export function ColumnBars({ name, bars }: ColumnBarsProps): ReactNode {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const sum = bars.reduce((total, { value }) => total + value, 0);
  return (
    <>
      <div className={classes['hours']} role="img" aria-label={`${name}: ${sum} in all`}>
        {bars.map(({ label, value }, index) => (
          <span key={index} title={`${label}: ${value}`}>
            <i style={{ height: `${(value / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <div className={classes['axis']} aria-hidden="true">
        {[0, 0.5, 1].map((part) => (
          <span key={part}>{bars[Math.round(part * (bars.length - 1))]?.label}</span>
        ))}
      </div>
      <details className={classes['details']}>
        <summary>Show as a table</summary>
        <table>
          <tbody>
            {bars.map(({ label, value }, index) => (
              <tr key={index}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

interface HourBarsProps {
  /** The name of the counted entity, such as `Calls`. */
  name: string;
  hours: readonly { at: string; value: number }[];
  timeZone: string;
}

/** The hours of a day as columns. */
export function HourBars({ name, hours, timeZone }: HourBarsProps): ReactNode {
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', timeZone });
  const bars = hours.map(({ at, value }) => ({ label: format.format(new Date(at)), value }));
  return <ColumnBars name={`${name} by hour`} bars={bars} />;
}
