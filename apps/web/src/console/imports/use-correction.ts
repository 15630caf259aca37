import { useState } from 'react';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { correctImport, type CorrectedCell, type Correction, type Import } from './import-queries.ts';

/** Typed values by line and column. */
export type CellEdits = ReadonlyMap<string, string>;

const keyOf = (line: number, column: string): string => `${line} ${column}`;

/** Returns the typed value of a cell; undefined for an unchanged one. */
export const editOf = (edits: CellEdits, line: number, column: string): string | undefined =>
  edits.get(keyOf(line, column));

/** Returns the edits with a value of a cell. A value equal to that of the file is no edit. */
export function withEdit(edits: CellEdits, { line, column, value }: CorrectedCell, sent: string): CellEdits {
  const key = keyOf(line, column);
  const others = [...edits].filter(([each]) => each !== key);
  return new Map(value === sent ? others : [...edits, [key, value]]);
}

/** Returns the edits as cells. */
export const cellsOf = (edits: CellEdits): CorrectedCell[] =>
  [...edits].map(([key, value]) => {
    const space = key.indexOf(' ');
    return { line: Number(key.slice(0, space)), column: key.slice(space + 1), value };
  });

/** Corrections of a plan that the person has typed but not sent. */
export interface PendingCorrection {
  edits: CellEdits;
  edit: (cell: CorrectedCell, sent: string) => void;
  /** Sends a correction together with all typed values. */
  send: (correction?: Omit<Correction, 'id'>) => void;
  isSending: boolean;
  fault: unknown;
}

/** Holds the typed corrections of a plan until the service has them. */
export function useCorrection({ id }: Import): PendingCorrection {
  const [edits, setEdits] = useState<CellEdits>(new Map());
  const action = useApiMutation(correctImport);
  return {
    edits,
    edit: (cell, sent) => setEdits((now) => withEdit(now, cell, sent)),
    send: ({ cells = [], ...correction } = {}) =>
      action.mutate(
        { id, ...correction, cells: [...cells, ...cellsOf(edits)] },
        { onSuccess: () => setEdits(new Map()) },
      ),
    isSending: action.isPending,
    fault: action.error,
  };
}
