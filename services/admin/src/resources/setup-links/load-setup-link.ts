import { notFound } from '@pas/platform/errors/raise';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { SetupLinkModel, type SetupLinkRow } from '@pas/shared/models/setup-link';
import type { ClientSession } from 'mongoose';

/** @throws not_found when the tenant has no such link */
export async function loadSetupLink(
  { tenantId }: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<SetupLinkRow> {
  const row = await SetupLinkModel.findOne({ _id: id, tenantId }).session(session).lean<SetupLinkRow>();
  if (!row) throw notFound();
  return row;
}
