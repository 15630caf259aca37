import type { Fault } from '@pas/platform/errors/fault';
import { notFound } from '@pas/platform/errors/raise';
import { forbidden, gone } from '@pas/shared/errors/raise';

/** Reasons why a pass is dead, each the code of a 410. */
const dead = {
  pass_expired: 'This pass has ended. Ask the person who sent it for a new one.',
  pass_revoked: 'This pass was revoked. Ask the person who sent it for a new one.',
  host_not_admitted:
    'The person who made this pass no longer has access here. Ask the property manager to let you in.',
} as const;

type DeadReason = keyof typeof dead;

/** Builds the 410 for a dead pass. */
export const deadPass = (reason: DeadReason): Fault => gone(reason, dead[reason]);

const isDead = (reason: string): reason is DeadReason => Object.hasOwn(dead, reason);

/**
 * Builds the error for a refused opening. 410 for a dead pass, 404 for a door of another pass. 403 with the reason when
 * the pass may open the door at another time.
 */
export function refusedOpen(reason: string): Fault {
  if (isDead(reason)) return deadPass(reason);
  if (reason === 'pass_not_for_door' || reason === 'door_deleted') return notFound();
  const message =
    reason === 'pass_used_up'
      ? 'All uses of this pass are taken. Ask the person who sent it for a new one.'
      : 'The pass does not open doors right now. Come back while it is valid.';
  return forbidden('access_denied', message, { members: { reason } });
}
