import { notFound } from '@pas/platform/errors/raise';
import { SetupLinkModel, type SetupLinkRow } from '@pas/shared/models/setup-link';
import {
  insertSetupLink,
  newSetupLink,
  revokeSetupLink,
  setupLinkStatusAt,
  setupUrl,
  type SetupLinkStatus,
} from '@pas/shared/setup-links/setup-links';
import { findTenantId } from '../keys/find-tenant-id.ts';
import { actorOf, changeKeys, type KeyOperator } from '../keys/key-change.ts';

interface CreateSetupLink {
  /** Id or slug. */
  tenant: string;
  email: string;
  hours: number;
  /** The base of the link. */
  baseUrl: string;
}

/**
 * Creates a setup link for a tenant.
 *
 * @throws not_found for an unknown tenant
 */
export async function createSetupLink(
  by: KeyOperator,
  { tenant, email, hours, baseUrl }: CreateSetupLink,
): Promise<{ row: SetupLinkRow; url: string }> {
  const now = new Date();
  const tenantId = await findTenantId(tenant);
  const actor = actorOf(by);
  const { row, token } = newSetupLink({ tenantId, email, hours, createdBy: actor, now });
  await changeKeys(by, { tenantId, now }, (change) => insertSetupLink(change, row, actor));
  return { row, url: setupUrl(baseUrl, token) };
}

/**
 * Revokes a setup link. A link that has ended stays unchanged.
 *
 * @returns its status
 * @throws not_found
 */
export async function endSetupLink(by: KeyOperator, id: string): Promise<SetupLinkStatus> {
  const now = new Date();
  const row = await SetupLinkModel.findOne({ _id: id }).lean<SetupLinkRow>();
  if (!row) throw notFound();
  const { tenantId } = row;
  const ended = await changeKeys(by, { tenantId, now }, (change) =>
    revokeSetupLink(change, { row, now, actor: actorOf(by) }),
  );
  return setupLinkStatusAt(ended, now);
}
