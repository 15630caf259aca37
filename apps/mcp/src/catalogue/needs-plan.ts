import { bodyFields, isRead, type Operation } from './operation.ts';

/** Changes that affect one row and can be undone, and plans of bulk changes. Every other change needs a plan. */
const directChanges = new Set([
  'createProperty',
  'updateProperty',
  'ensureUnit',
  'putUnitByExternalId',
  'updateUnit',
  'createUser',
  'putUserByExternalId',
  'updateUser',
  'addResidence',
  'undoMove',
  'createInvite',
  'updateInvite',
  'dispatchInvite',
  'resendInvite',
  'previewInviteMessage',
  'createVirtualNumber',
  'updateVirtualNumber',
  'assignVirtualNumber',
  'createAccessPoint',
  'updateAccessPoint',
  'createPass',
  'updatePass',
  'sendPass',
  'updateReport',
  'planResidentImport',
  'correctImport',
  'cancelImport',
  'sendTestEvent',
  'resendEvent',
]);

/** States that take a right or a service away. */
const endingStates = new Set(['DISABLED', 'ARCHIVED', 'RETIRED', 'SUSPENDED', 'PAUSED']);

/** Whether a call is destructive, affects many rows or creates staff, so that it runs only as a confirmed plan. */
export function needsPlan(operation: Operation, given: Readonly<Record<string, unknown>>): boolean {
  if (isRead(operation)) return false;
  const { status, kind } = given;
  const endsRight = typeof status === 'string' && endingStates.has(status);
  return !directChanges.has(operation.name) || endsRight || kind === 'STAFF';
}

/** Operations whose effect is described by reading their target. */
export const readOfTarget: Readonly<Record<string, string>> = {
  unlockAccessPoint: 'getAccessPoint',
  commitImport: 'getImport',
};

/** Whether the effects of an operation can be shown before it runs. */
export const canPlan = (operation: Operation): boolean =>
  operation.hasPlan || 'dryRun' in bodyFields(operation) || operation.name in readOfTarget;
