import { conflict } from '@pas/shared/errors/raise';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';

/**
 * Says that a controller opens another access point already. That one may be another tenant's: nothing of it is told.
 *
 * @throws conflict (`controller_ref_in_use`) where that is what a write was refused for, else the error itself
 */
export function refuseUsedController(error: unknown): never {
  if (!duplicateKeyOf(error)?.includes('controller')) throw error;
  const message = 'Another access point has this controller. Check the ref, or remove the other one first.';
  throw conflict('controller_ref_in_use', message, {
    errors: [{ path: 'controller.ref', code: 'controller_ref_in_use', message }],
  });
}
