import type { ReactNode } from 'react';
import { answerInWords, awaited, questions, type Answer, type Ask, type Shade } from './questions.ts';
import { shortLabel, stackFloors, type Unit } from './stack-floors.ts';
import classes from './stacking-plan.module.css';

interface StackingPlanProps {
  units: readonly Unit[];
  ask: Ask;
  /** Undefined while the answers load. */
  answerOf: ((unit: Unit) => Answer) | undefined;
  open: (unit: Unit) => void;
}

/** The colours with their meaning and number of units; dots while the answers load. */
function Legend({ units, ask, answerOf }: Omit<StackingPlanProps, 'open'>): ReactNode {
  const counts = answerOf && Map.groupBy(units, (unit) => answerOf(unit).shade);
  const shades = Object.entries(questions[ask].legend) as [Shade, string][];
  return (
    <ul className={classes['legend']} aria-label="Colours" aria-busy={counts === undefined}>
      {shades.map(([shade, words]) => (
        <li key={shade}>
          <i className={classes[shade]} /> {words}:{' '}
          <b>{counts ? (counts.get(shade)?.length ?? 0).toLocaleString('en') : '…'}</b>
        </li>
      ))}
    </ul>
  );
}

/** A building as a picture: its floors from the top down, each with its units as buttons. */
export function StackingPlan(props: StackingPlanProps): ReactNode {
  const { units, ask, answerOf, open } = props;
  return (
    <>
      <Legend {...props} />
      <ol className={classes['floors']}>
        {stackFloors(units).map(({ name, units: onFloor }) => (
          <li key={name}>
            <span className={classes['floor']}>{name}</span>
            <div className={classes['units']} role="group" aria-label={`Floor ${name}`}>
              {onFloor.map((unit) => {
                const answer = answerOf?.(unit) ?? awaited;
                const words = answerInWords(ask, answer);
                return (
                  <button
                    key={unit.id}
                    type="button"
                    className={classes[answer.shade]}
                    aria-label={`${unit.label}, ${words}`}
                    title={`${unit.label}: ${words}`}
                    onClick={() => open(unit)}
                  >
                    {shortLabel(unit)}
                  </button>
                );
              })}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
