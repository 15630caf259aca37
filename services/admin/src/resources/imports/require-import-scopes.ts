import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import { requireScope } from '@pas/shared/principal/require-scope';

/**
 * Requires what the options of an import need besides `imports:write`, which covers the residents of its rows alone. The
 * callers of the dry run, of the commit and of the revert may be three, so each of them needs it. A revert deletes the
 * units, revokes the invites and undoes the move-outs that the options have made.
 *
 * @throws forbidden (`insufficient_scope`)
 */
export function requireImportScopes({ principal }: OperationContext, options: ImportRow['options']): void {
  if (options.createUnits) requireScope(principal, 'units:write');
  if (options.invite !== 'NONE') requireScope(principal, 'onboarding:write');
  if (options.onMissing === 'PROPOSE_MOVE_OUT') requireScope(principal, 'users:write');
}
