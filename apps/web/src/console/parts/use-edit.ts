import { useState } from 'react';
import { bodyOf, changedFields, typedSince, type EditField, type Typed } from './edit-field.ts';
import { tell } from './tell.ts';
import { isOutdated, useAct } from './use-act.ts';

/** A change of an entity, as it is sent. */
export interface Change<Row> {
  row: Row;
  body: Readonly<Record<string, unknown>>;
  /** The `If-Match` of the version that the person has seen. */
  ifMatch: string;
}

export interface Edited<Row> {
  row: Row;
  fields: readonly EditField<Row>[];
  /** Reads the row as it is now. */
  load: (id: string) => Promise<Row>;
  /** Sends a change and answers the row after it. */
  save: (change: Change<Row>) => Promise<Row>;
  said: string;
}

/**
 * The state of a form that changes an entity. What a person types stays theirs while a save runs and when the page reads
 * its rows again. A newer row is taken over unless it changes a field in which they have typed: the save is refused
 * then, and `theirs` is what the other person has made of it.
 */
export function useEdit<Row extends { id: string; version: number }>(edited: Edited<Row>) {
  const { row, fields, load, save, said } = edited;
  const [seen, setSeen] = useState(row);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const [typed, setTyped] = useState<Typed>({});
  const action = useAct(save, said);
  const concerned = (newer: Row) => changedFields(fields, seen, newer).filter(({ name }) => name in typed);
  // A refused save waits for the decision whose version holds.
  if (!isOutdated(action.error) && row.version > seen.version && concerned(row).length === 0) setSeen(row);

  const take = (saved: Row): void => {
    setSeen(saved);
    setTyped((now) => typedSince(typed, now));
  };
  /** What somebody else has made of it; or it is what was typed here, in a save whose answer was lost. */
  const compare = (newer: Row): void => {
    if (Object.keys(bodyOf(fields, newer, typed)).length > 0) return setTheirs(newer);
    take(newer);
    action.reset();
    return tell(said);
  };
  const send = (): void => {
    const base = theirs ?? seen;
    setTheirs(null);
    action.mutate(
      { row: base, body: bodyOf(fields, base, typed), ifMatch: `"${base.version}"` },
      {
        onSuccess: take,
        onError: (fault) => {
          if (isOutdated(fault)) void load(row.id).then(compare, () => undefined);
        },
      },
    );
  };
  const takeTheirs = (): void => {
    if (!theirs) return;
    const taken = Object.fromEntries(concerned(theirs).map(({ name }) => [name, typed[name] ?? '']));
    setTyped(typedSince(taken, typed));
    setSeen(theirs);
    setTheirs(null);
    action.reset();
  };
  const type = (name: string, text: string): void => setTyped((now) => ({ ...now, [name]: text }));
  const textOf = ({ name, read }: EditField<Row>): string => typed[name] ?? read(seen);
  /** Whether something is typed that nobody has saved, and that is not on its way. */
  const isTyped = !action.isPending && Object.keys(bodyOf(fields, seen, typed)).length > 0;
  return { action, seen, theirs, isTyped, type, textOf, send, takeTheirs };
}
