import type { ReactNode } from 'react';
import classes from './bars.module.css';
import { ticksTo } from './ticks-to.ts';

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
  /** The counted entities, such as `Calls`. */
  unit: string;
  /** The interval of a column. */
  interval: 'hour' | 'day';
  /** The time zone of the labels. */
  timeZone: string;
  bars: readonly Bar[];
}

/** Distance of the labels below the columns, in columns. */
const labelSteps = { hour: 6, day: 7 } as const;

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

/** The columns above their time axis. The axis of values is on the left. */
function Plot({ interval, bars }: ColumnBarsProps): ReactNode {
  const ticks = ticksTo(Math.max(0, ...bars.map(({ value }) => value)));
  const top = ticks.at(-1) ?? 1;
  const step = labelSteps[interval];
  const columns = { gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` };
  return (
    <div className={classes['plot']} aria-hidden="true">
      <div className={classes['values']}>
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{compact.format(tick)}</span>
        ))}
      </div>
      <div className={classes['columns']} style={columns}>
        <div className={classes['lines']}>
          {ticks.map((tick) => (
            <span key={tick} />
          ))}
        </div>
        {bars.map(({ label, value }, index) => (
          <i key={index} title={`${label}: ${value}`} style={{ height: `${(value / top) * 100}%` }} />
        ))}
      </div>
      <div className={classes['times']} style={columns}>
        {bars.map(
          ({ label }, index) =>
            index % step === 0 && (
              <span
                key={index}
                style={{ gridColumn: `${index + 1} / span ${Math.min(step, bars.length - index)}` }}
              >
                {label}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

/** A time series as columns with axes, with a table behind it. */
export function ColumnBars(props: ColumnBarsProps): ReactNode {
  const { unit, interval, timeZone, bars } = props;
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const name = `${unit} per ${interval}`;
  const time = `${interval === 'hour' ? 'Hour' : 'Day'} (${timeZone})`;
  return (
    <>
      <div className={classes['chart']} role="img" aria-label={`${name}: ${sum.toLocaleString('en')} in all`}>
        <p>{name}</p>
        <Plot {...props} />
        <p className={classes['axis']}>{time}</p>
      </div>
      <details className={classes['details']}>
        <summary>Show as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{time}</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, value }, index) => (
              <tr key={index}>
                <th scope="row">{label}</th>
                <td>{value.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

interface HourBarsProps {
  /** The counted entities, such as `Calls`. */
  unit: string;
  hours: readonly { at: string; value: number }[];
  timeZone: string;
}

/** The hours of a day as columns. */
export function HourBars({ unit, hours, timeZone }: HourBarsProps): ReactNode {
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', timeZone });
  const bars = hours.map(({ at, value }) => ({ label: format.format(new Date(at)), value }));
  return <ColumnBars unit={unit} interval="hour" timeZone={timeZone} bars={bars} />;
}
