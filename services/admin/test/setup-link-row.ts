import { SetupLinkModel } from '@pas/shared/models/setup-link';
import { newSetupLink } from '@pas/shared/setup-links/setup-links';

/** Adds a setup link of a tenant and returns its id. */
export async function addSetupLink(tenantId: string, email = 'manager@example.test'): Promise<string> {
  const createdBy = { type: 'SYSTEM' as const, id: null, name: 'test' };
  const { row } = newSetupLink({
    tenantId,
    email,
    hours: 1,
    createdBy,
    now: new Date(),
  });
  await SetupLinkModel.insertMany([row]);
  return row._id;
}
