import type { AuditActor } from '@pas/shared/audit/prepare-record';
import { StaffNameModel, staffNameId } from '@pas/shared/models/staff-name';
import type { Principal } from '@pas/shared/principal/principal';
import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongoose';

/** Names that this process has stored in the last hour. They save writes for repeated refusals of a program. */
const stored = new LRUCache<string, string>({ max: 10_000, ttl: 3_600_000 });

/**
 * Stores the name of a staff member for the audit, before a record about the person is submitted. It ignores other
 * kinds of caller.
 *
 * @param session the transaction of the record; null without one
 */
export async function storeStaffName(principal: Principal, session: ClientSession | null): Promise<void> {
  const { kind, id, tenantId, name, email = null } = principal;
  if (kind !== 'staff' || id === null || tenantId === null || name === null) return;
  const _id = staffNameId(tenantId, id);
  const known = JSON.stringify([name, email]);
  if (stored.get(_id) === known) return;
  const $set = { tenantId, name, email, notedAt: new Date() };
  await StaffNameModel.updateOne({ _id }, { $set }, { upsert: true, ...(session && { session }) });
  // A transaction may still roll back.
  if (session === null) stored.set(_id, known);
}

/** Returns a staff member as an audit actor without a name. The sealer adds the stored name. */
export const namelessStaff = ({ id }: Principal): AuditActor => ({ type: 'STAFF', id, name: null });
