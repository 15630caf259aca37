import { flagForReview, reviewChanges } from '@pas/shared/api-keys/flag-for-review';
import type { FieldChange } from '@pas/shared/audit/field-changes';
import { commitControl, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ApiKeyRow } from '@pas/shared/models/api-key';
import { holdsScope, partsOfScope } from '@pas/shared/principal/principal';
import { emailKey } from '@pas/shared/contacts/email';
import { newId } from '@pas/shared/ids/id';
import { OperatorSessionModel, type OperatorSessionRow } from '@pas/shared/models/operator-session';
import { namelessStaff, storeStaffName } from '../staff/store-staff-name.ts';
import type { StaffClaims } from '../staff/read-staff-claims.ts';
import { consumeSetupLink, type SetupLinkUse } from './use-setup-link.ts';
import { absoluteMs, idleMs, sessionHash } from './operator-session.ts';

export interface NewSession {
  issuer: string;
  person: StaffClaims & { organizationId: string };
  authenticatedAt: Date | null;
  /** The value of the session cookie. Only its hash is stored. */
  value: string;
  /** The session cookie that the browser sent; null without one. */
  previous: string | null;
  /** The setup link that the log-in uses; null for other log-ins. */
  setupUse: SetupLinkUse | null;
}

function newSession(ctx: OperationContext, session: NewSession): OperatorSessionRow {
  const { person, issuer, authenticatedAt, value } = session;
  const after = (ms: number): Date => new Date(ctx.now.getTime() + ms);
  return {
    _id: newId('operatorSession'),
    tokenHash: sessionHash(value),
    issuer,
    ...person,
    emailKey: person.email === null ? null : emailKey(person.email),
    tenantId: ctx.tenantId,
    ip: ctx.client.ip,
    userAgent: ctx.client.userAgent,
    authenticatedAt,
    createdAt: ctx.now,
    lastUsedAt: ctx.now,
    idleExpiresAt: after(idleMs),
    absoluteExpiresAt: after(absoluteMs),
    revokedAt: null,
  };
}

/** Marks keys of the person that the role of this log-in no longer allows. */
async function flagLostKeys(
  ctx: OperationContext,
  change: Change,
  { subject, email, propertyIds }: StaffClaims,
): Promise<string[]> {
  const { principal } = ctx;
  const mayHold = ({ scopes }: ApiKeyRow): boolean =>
    propertyIds === null && scopes.flatMap(partsOfScope).every((scope) => holdsScope(principal, scope));
  return flagForReview(ctx, change, { issuer: { subject, email }, mayHold });
}

/** Returns the further entities of a log-in with a setup link. */
const setupTargets = (setupUse: SetupLinkUse | null) =>
  setupUse
    ? [
        { type: 'setup_link', id: setupUse.link._id },
        ...(setupUse.connects ? [{ type: 'tenant', id: setupUse.link.tenantId }] : []),
      ]
    : [];

/** Returns the audit change of a tenant that gets its organization. */
const setupChanges = (setupUse: SetupLinkUse | null): FieldChange[] =>
  setupUse?.connects
    ? [{ path: 'organizationId', before: null, after: setupUse.organizationId, isPersonal: false }]
    : [];

/**
 * Starts a session after a log-in, always with a new cookie value. The earlier session of the browser ends, so that a
 * planted or copied cookie has no use (session fixation). Keys that the person could no longer issue are marked for
 * review.
 */
export async function startSession(ctx: OperationContext, session: NewSession): Promise<void> {
  const row = newSession(ctx, session);
  await commitControl(ctx, async (change) => {
    const options = { session: change.session };
    const { setupUse } = session;
    if (setupUse) await consumeSetupLink(change, setupUse, ctx.now);
    if (session.previous !== null) {
      const ended = { tokenHash: sessionHash(session.previous), revokedAt: null };
      await OperatorSessionModel.updateOne(ended, { $set: { revokedAt: ctx.now } }, options);
    }
    await OperatorSessionModel.insertMany([row], options);
    await storeStaffName(ctx.principal, change.session);
    const flagged = await flagLostKeys(ctx, change, session.person);
    change.record({
      action: 'session.created',
      actor: namelessStaff(ctx.principal),
      targets: [
        { type: 'operator_session', id: row._id },
        ...flagged.map((id) => ({ type: 'api_key', id })),
        ...setupTargets(setupUse),
      ],
      changes: [...reviewChanges(flagged), ...setupChanges(setupUse)],
    });
  });
}
