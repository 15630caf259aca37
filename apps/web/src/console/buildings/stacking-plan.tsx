import type { ReactNode } from 'react';
import { stackFloors, type Unit } from './stack-floors.ts';
import classes from './stacking-plan.module.css';

/** What the colour of a flat says. */
export type Shade = 'occupied' | 'invited' | 'vacant';

const words: Readonly<Record<Shade, string>> = {
  occupied: 'occupied',
  invited: 'vacant, invite open',
  vacant: 'vacant',
};

interface StackingPlanProps {
  units: readonly Unit[];
  shadeOf: (unit: Unit) => Shade;
  open: (unit: Unit) => void;
}

/** A building as a picture: its floors from above, each with its flats, which open. */
export function StackingPlan({ units, shadeOf, open }: StackingPlanProps): ReactNode {
  const counts = Map.groupBy(units, shadeOf);
  return (
    <>
      <ul className={classes['legend']} aria-label="Colours">
        {(['occupied', 'invited', 'vacant'] as const).map((shade) => (
          <li key={shade}>
            <i className={classes[shade]} /> {words[shade]}: <b>{counts.get(shade)?.length ?? 0}</b>
          </li>
        ))}
      </ul>
      <ol className={classes['floors']}>
        {stackFloors(units).map(({ name, units: flats }) => (
          <li key={name}>
            <span className={classes['floor']}>{name}</span>
            <div className={classes['flats']} role="group" aria-label={`Floor ${name}`}>
              {flats.map((unit) => (
                <button
                  key={unit.id}
                  type="button"
                  className={classes[shadeOf(unit)]}
                  aria-label={`${unit.label}, ${words[shadeOf(unit)]}`}
                  title={unit.label}
                  onClick={() => open(unit)}
                >
                  {unit.labelKey}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
