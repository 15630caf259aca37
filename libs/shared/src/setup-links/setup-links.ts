import { createHash, randomBytes } from 'node:crypto';
import type { AuditActor } from '../audit/prepare-record.ts';
import type { Change } from '../change/commit.ts';
import { emailKey } from '../contacts/email.ts';
import { newId } from '../ids/id.ts';
import { SetupLinkModel, type SetupLinkRow } from '../models/setup-link.ts';

const hourMs = 3_600_000;

/** The longest and the usual life of a setup link, in hours. */
export const [maxSetupHours, defaultSetupHours] = [168, 72];

/** The states of a setup link, which are computed. */
export const setupLinkStatuses = ['PENDING', 'USED', 'REVOKED', 'EXPIRED'] as const;
export type SetupLinkStatus = (typeof setupLinkStatuses)[number];

/** Computes the state of a link at a moment. */
export function setupLinkStatusAt(
  { usedAt, revokedAt, expiresAt }: Pick<SetupLinkRow, 'usedAt' | 'revokedAt' | 'expiresAt'>,
  now: Date,
): SetupLinkStatus {
  if (usedAt) return 'USED';
  if (revokedAt) return 'REVOKED';
  return expiresAt <= now ? 'EXPIRED' : 'PENDING';
}

/** Returns the query of links that can be used at a moment. It corresponds to the status PENDING. */
export const pendingSetupLinks = (now: Date) => ({ usedAt: null, revokedAt: null, expiresAt: { $gt: now } });

/** Returns the stored form of a token. The token has 256 bits, so a slow hash would add no protection. */
export const setupTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns the address of a link. */
export const setupUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/admin/auth/setup/${token}`;

interface NewSetupLink {
  tenantId: string;
  email: string;
  hours: number;
  createdBy: AuditActor;
  now: Date;
}

/** Makes a link and its token, which only this result has. */
export function newSetupLink({ tenantId, email, hours, createdBy, now }: NewSetupLink) {
  const token = randomBytes(32).toString('base64url');
  const row: SetupLinkRow = {
    _id: newId('setupLink'),
    tenantId,
    email,
    emailKey: emailKey(email),
    tokenHash: setupTokenHash(token),
    expiresAt: new Date(now.getTime() + hours * hourMs),
    usedAt: null,
    revokedAt: null,
    createdBy,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  return { row, token };
}

/** Stores a new link with its audit record. */
export async function insertSetupLink(change: Change, row: SetupLinkRow, actor?: AuditActor): Promise<void> {
  await SetupLinkModel.insertMany([row], { session: change.session });
  change.record({
    action: 'setup_link.created',
    targets: [{ type: 'setup_link', id: row._id }],
    changes: [{ path: 'email', before: null, after: row.email, isPersonal: true }],
    ...(actor && { actor }),
  });
}

interface Revocation {
  row: SetupLinkRow;
  now: Date;
  actor?: AuditActor;
}

/** Revokes a link. A link that has ended stays unchanged. */
export async function revokeSetupLink(
  change: Change,
  { row, now, actor }: Revocation,
): Promise<SetupLinkRow> {
  if (setupLinkStatusAt(row, now) !== 'PENDING') return row;
  const changed = { revokedAt: now, updatedAt: now, version: row.version + 1 };
  const { matchedCount } = await SetupLinkModel.updateOne(
    { _id: row._id, ...pendingSetupLinks(now) },
    { $set: changed },
    { session: change.session },
  );
  if (matchedCount === 0) return row;
  change.record({
    action: 'setup_link.revoked',
    targets: [{ type: 'setup_link', id: row._id }],
    changes: [{ path: 'status', before: 'PENDING', after: 'REVOKED', isPersonal: false }],
    ...(actor && { actor }),
  });
  return { ...row, ...changed };
}
