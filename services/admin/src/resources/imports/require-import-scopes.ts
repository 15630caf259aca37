import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import { requireScope } from '@pas/shared/principal/require-scope';

/**
 * Requires the scopes that the options of an import need besides `imports:write`, which only covers
 * residents. Dry run, commit and revert may have different callers, so each of them needs the scopes. A
 * revert deletes the created units, revokes the invites and undoes the move-outs.
 *
 * @throws forbidden (`insufficient_scope`)
 */
export function requireImportScopes({ principal }: OperationContext, options: ImportRow['options']): void {
  if (options.createUnits) requireScope(principal, 'units:write');
  if (options.invite !== 'NONE') requireScope(principal, 'onboarding:write');
  if (options.onMissing === 'PROPOSE_MOVE_OUT') requireScope(principal, 'users:write');
}
