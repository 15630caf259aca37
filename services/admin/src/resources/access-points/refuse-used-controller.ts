import { conflict } from '@pas/shared/errors/raise';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';

/**
 * Maps a duplicate controller to a conflict. The other access point may belong to another tenant, so the
 * error does not name it.
 *
 * @throws conflict (`controller_ref_in_use`) for a duplicate controller, else the error itself
 */
export function refuseUsedController(error: unknown): never {
  if (!duplicateKeyOf(error)?.includes('controller')) throw error;
  const message = 'Another access point has this controller. Check the ref, or remove the other one first.';
  throw conflict('controller_ref_in_use', message, {
    errors: [{ path: 'controller.ref', code: 'controller_ref_in_use', message }],
  });
}
