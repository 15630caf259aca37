import type { AuditActor } from '@pas/shared/audit/prepare-record';
import { StaffNameModel, staffNameId } from '@pas/shared/models/staff-name';
import type { Principal } from '@pas/shared/principal/principal';
import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongoose';

/** Names that this process has noted in the last hour, so that a program that is refused all day writes no more. */
const noted = new LRUCache<string, string>({ max: 10_000, ttl: 3_600_000 });

/**
 * Notes the name of a staff member for the audit, before a record about the person is submitted. It does nothing for
 * other kinds of caller.
 *
 * @param session the transaction of the record, where there is one
 */
export async function noteStaffName(principal: Principal, session: ClientSession | null): Promise<void> {
  const { kind, id, tenantId, name, email = null } = principal;
  if (kind !== 'staff' || id === null || tenantId === null || name === null) return;
  const _id = staffNameId(tenantId, id);
  const known = JSON.stringify([name, email]);
  if (noted.get(_id) === known) return;
  const $set = { tenantId, name, email, notedAt: new Date() };
  await StaffNameModel.updateOne({ _id }, { $set }, { upsert: true, ...(session && { session }) });
  // A transaction may still be taken back.
  if (session === null) noted.set(_id, known);
}

/** The staff member as the gateway submits them to the audit: the sealer finds the name that was noted. */
export const namelessStaff = ({ id }: Principal): AuditActor => ({ type: 'STAFF', id, name: null });
