import '../events/outbox.ts';
import { control, core } from '../mongo/connections.ts';
import { applyIndexes } from '../mongo/indexes.ts';
import './account.ts';
import './api-key.ts';
import './audit-head.ts';
import './audit-personal-value.ts';
import './audit-record.ts';
import './event-failure.ts';
import './invite.ts';
import './password-failure.ts';
import './property.ts';
import './session.ts';
import './tenant.ts';
import './unit.ts';
import './user.ts';

/**
 * Creates every collection and index of an environment's database and of the control database. A service knows only
 * the models that it imports; a deployment needs them all.
 */
export async function applyAllIndexes(): Promise<void> {
  await Promise.all([applyIndexes(core), applyIndexes(control)]);
}
