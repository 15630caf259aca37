import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import type { Change } from '@pas/shared/change/commit';
import { emailKey } from '@pas/shared/contacts/email';
import { forbidden } from '@pas/shared/errors/raise';
import { SetupLinkModel, type SetupLinkRow } from '@pas/shared/models/setup-link';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { pendingSetupLinks } from '@pas/shared/setup-links/setup-links';
import type { StaffClaims } from '../staff/read-staff-claims.ts';
import { findOrganizationTenant, type OrganizationTenant } from '../staff/staff-caller.ts';
import { endedSetupLink } from './start-setup.ts';

/** A link that a log-in is about to use. */
export interface SetupLinkUse {
  link: SetupLinkRow;
  tenant: OrganizationTenant;
  organizationId: string;
  /** Whether the tenant gets the organization. */
  connects: boolean;
}

const mismatch = () =>
  forbidden(
    'setup_link_mismatch',
    'The setup link is for another person or organization. Log in as the person that it was made for.',
  );

/**
 * Finds the link of a log-in and its tenant.
 *
 * @throws gone (`link_ended`), forbidden (`setup_link_mismatch`) for a person with another verified e-mail, or of an
 *   organization that is not the tenant's
 */
export async function findSetupLinkUse(
  tokenHash: string,
  { email, organizationId }: StaffClaims,
  now: Date,
): Promise<SetupLinkUse> {
  const link = await SetupLinkModel.findOne({ tokenHash, ...pendingSetupLinks(now) }).lean<SetupLinkRow>();
  if (!link) throw endedSetupLink();
  if (email === null || organizationId === null || emailKey(email) !== link.emailKey) throw mismatch();
  const holder = await findOrganizationTenant(organizationId);
  const tenant = await TenantModel.findOne({ _id: link.tenantId, isLive: true }).lean<TenantRow>();
  if (!tenant) throw endedSetupLink();
  const connects = tenant.organizationId === null;
  const isTaken = holder !== null && holder._id !== tenant._id;
  if (isTaken || !(connects || tenant.organizationId === organizationId)) throw mismatch();
  return { link, tenant, organizationId, connects };
}

/**
 * Uses a link once, in the change of the log-in. Connects the organization to a tenant without one. A unique index
 * refuses an organization that another tenant got meanwhile.
 *
 * @throws gone (`link_ended`) when the link or the tenant has changed meanwhile, forbidden (`setup_link_mismatch`) when
 *   another tenant got the organization meanwhile
 */
export async function consumeSetupLink(
  { session }: Change,
  { link, organizationId, connects }: SetupLinkUse,
  now: Date,
): Promise<void> {
  const used = await SetupLinkModel.updateOne(
    { _id: link._id, ...pendingSetupLinks(now) },
    { $set: { usedAt: now, updatedAt: now }, $inc: { version: 1 } },
    { session },
  );
  if (used.matchedCount === 0) throw endedSetupLink();
  if (!connects) return;
  const connected = await TenantModel.updateOne(
    { _id: link.tenantId, organizationId: null, isLive: true },
    { $set: { organizationId, updatedAt: now }, $inc: { version: 1 } },
    { session },
  ).catch((error: unknown) => {
    throw isDuplicateIn(error, ['organizationId']) ? mismatch() : error;
  });
  if (connected.matchedCount === 0) throw endedSetupLink();
}
