import { useState, type ReactNode } from 'react';
import { bodyOf, changedFields, typedSince, type EditField, type TypedTexts } from './edit-field.ts';
import { showToast } from './show-toast.ts';
import { isOutdated, useApiMutation } from './use-api-mutation.ts';

/** A change of an entity. */
export interface Change<Row> {
  row: Row;
  body: Readonly<Record<string, unknown>>;
  /** The `If-Match` header of the version that the person has seen. */
  ifMatch: string;
}

/** A question before a save that is hard to undo. */
export interface SaveQuestion {
  title: string;
  /** The label of the button that saves. */
  verb: string;
  effects: ReactNode;
}

export interface EditOptions<Row> {
  row: Row;
  fields: readonly EditField<Row>[];
  /** Reads the current row. */
  load: (id: string) => Promise<Row>;
  /** Sends a change and returns the changed row. */
  save: (change: Change<Row>) => Promise<Row>;
  said: string;
  /** Called after a save, unless the person has left the form. */
  onSaved?: () => void;
  /** Returns a question that the person answers before the save; null to save at once. */
  ask?: (change: Change<Row>) => SaveQuestion | null;
}

/**
 * Holds the state of a form that changes an entity. Typed values remain while a save runs and when the page
 * reloads its rows. A newer row replaces the seen one, unless it changes a field with typed text. The API
 * then refuses the save, and `theirs` holds the other person's row.
 */
export function useEdit<Row extends { id: string; version: number }>(edited: EditOptions<Row>) {
  const { row, fields, load, save, said, onSaved } = edited;
  const [seen, setSeen] = useState(row);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const [typed, setTyped] = useState<TypedTexts>({});
  const action = useApiMutation(save, said);
  const concerned = (newer: Row) => changedFields(fields, seen, newer).filter(({ name }) => name in typed);
  // A refused save waits for the decision between the two versions.
  if (!isOutdated(action.error) && row.version > seen.version && concerned(row).length === 0) setSeen(row);

  const take = (saved: Row): void => {
    setSeen(saved);
    setTyped((now) => typedSince(typed, now));
  };
  /**
   * Compares the newer row with the typed values. Equal values mean that an earlier save succeeded and its
   * answer was lost.
   */
  const compare = (newer: Row): void => {
    if (Object.keys(bodyOf(fields, newer, typed)).length > 0) return setTheirs(newer);
    take(newer);
    action.reset();
    onSaved?.();
    return showToast(said);
  };
  const base = theirs ?? seen;
  /** The change that the form would send now. */
  const change: Change<Row> = { row: base, body: bodyOf(fields, base, typed), ifMatch: `"${base.version}"` };
  const send = (): void => {
    setTheirs(null);
    action.mutate(change, {
      onSuccess: (saved) => {
        take(saved);
        onSaved?.();
      },
      onError: (fault) => {
        if (isOutdated(fault)) void load(row.id).then(compare, () => undefined);
      },
    });
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
  /** Whether unsaved text exists and no save is running. */
  const isTyped = !action.isPending && Object.keys(bodyOf(fields, seen, typed)).length > 0;
  return { action, seen, theirs, isTyped, type, textOf, change, send, takeTheirs };
}
