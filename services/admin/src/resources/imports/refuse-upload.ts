import { Fault, type FieldProblem } from '@pas/platform/errors/fault';
import { invalid } from '@pas/platform/errors/raise';
import type { DraftImport } from './dry-run-import.ts';

/** Keeps what is wrong with a table until the form's fields are read: what is wrong with them is told first. */
export function keepInvalid(error: unknown): Fault {
  if (error instanceof Fault && error.kind === 'invalid') return error;
  throw error;
}

/**
 * Refuses a body of JSON. It has no file, so the faults of its table are told of `rows`, together with those of the query.
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

/** @throws the refusal that was kept */
export function orThrow(draft: DraftImport | Fault): DraftImport {
  if (draft instanceof Fault) throw draft;
  return draft;
}
