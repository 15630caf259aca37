import { Fault, type FieldProblem } from '@pas/platform/errors/fault';
import { invalid } from '@pas/platform/errors/raise';
import type { DraftImport } from './dry-run-import.ts';

/**
 * Returns the fault of a table, to be raised after the form's fields are read. Faults of fields have
 * priority.
 */
export function keepInvalid(error: unknown): Fault {
  if (error instanceof Fault && error.kind === 'invalid') return error;
  throw error;
}

/**
 * Refuses a body of JSON, with all faults of its query and its table. The table's faults name `rows`, not a
 * file.
 */
export function refuseJson(error: unknown, query: readonly FieldProblem[]): never {
  if (!(error instanceof Fault) || error.kind !== 'invalid') throw error;
  const rename = (message: string) => message.replace(/^file: /, 'rows: ');
  const errors = (error.details.errors ?? []).map(({ path, code, message }) => ({
    path: path === 'file' ? 'rows' : path,
    code,
    message: rename(message),
  }));
  throw invalid([...query, ...errors], error.code);
}

/** @throws the deferred refusal */
export function orThrow(draft: DraftImport | Fault): DraftImport {
  if (draft instanceof Fault) throw draft;
  return draft;
}
