import { OutboxModel } from '@pas/platform/events/outbox';
import type { Problem } from '@pas/platform/http/render-error';
import type { AuditSubmission } from '@pas/shared/events/areas/audit';
import { InviteModel } from '@pas/shared/models/invite';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { addProperty, addUnit, type InviteAnswer } from './admin-harness.ts';

/** Returns the invite requests of a caller, in a separate property. */
export async function inviteSupport(admin: ServiceHarness, caller: Principal) {
  const tenantId = caller.tenantId ?? '';
  const propertyId = (await addProperty(admin, caller)).id;
  let units = 0;
  const post = <Answer = InviteAnswer>(path: string, body: unknown, as = caller) =>
    admin.call<Answer>('POST', `/api/admin/${path}`, { as, body });
  return {
    tenantId,
    propertyId,
    post,
    /** Creates a separate unit for a test. */
    newUnit: async (): Promise<string> => {
      units += 1;
      return (await addUnit(admin, caller, propertyId, `Unit ${units}`)).id;
    },
    invite: (body: unknown, as = caller) => post('onboarding/invite', body, as),
    /** The same, for an expected problem. */
    refused: (body: unknown, as = caller) => post<Problem>('onboarding/invite', body, as),
    countInvites: (filter: object) => InviteModel.countDocuments({ tenantId, ...filter }),
  };
}

/** Returns the events of an invite, in alphabetical order: `created`, `dispatched`. */
export async function eventsOf(inviteId: string): Promise<string[]> {
  const area = 'pas.v1.onboarding.invite.';
  const rows = await OutboxModel.find({ 'envelope.subject': inviteId }).lean();
  const subjects = rows.map(({ subject }) => subject).filter((subject) => subject.startsWith(area));
  return subjects.map((subject) => subject.slice(area.length)).toSorted();
}

/** Returns the audit records that name an invite, in the order of their operations. */
export async function recordsOf(inviteId: string): Promise<AuditSubmission[]> {
  const subject = 'pas.v1.audit.record.submitted';
  const rows = await OutboxModel.find({ subject, 'envelope.data.targets.id': inviteId })
    .sort({ _id: 1 })
    .lean();
  return rows.map(({ envelope }) => envelope.data as AuditSubmission);
}

/** Returns the first audit record that names an invite. */
export const recordOf = async (inviteId: string): Promise<AuditSubmission | undefined> =>
  (await recordsOf(inviteId))[0];
