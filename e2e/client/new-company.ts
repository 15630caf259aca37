import { roleScopes } from '@pas/shared/principal/scopes';
import type { LocalFile } from '@pas/tools/local-system/local-file';
import { bodyOf, call } from './http-call.ts';

/** A company of one test. */
export interface NewCompany {
  tenantId: string;
  name: string;
  /** Its API key, with the scopes of an owner. */
  key: string;
}

/** The same limit as for the keys of `local.json`. */
const rateLimit = { limit: 60_000, windowSeconds: 60 };

interface CompanyOptions {
  name: string;
  /** The organization whose members sign in to its console. */
  organizationId?: string;
  /** The environments of its key; DEV by default. */
  environments?: readonly string[];
}

/** Creates a company with an API key. */
export async function createCompany(
  { gatewayUrl, platformApiKey: bearer }: Pick<LocalFile, 'gatewayUrl' | 'platformApiKey'>,
  { environments = ['DEV'], ...wanted }: CompanyOptions,
): Promise<NewCompany> {
  const api = `${gatewayUrl}/api/admin`;
  const made = call<{ tenant: { id: string; name: string } }>(`${api}/tenants`, { bearer, body: wanted });
  const { id: tenantId, name } = (await bodyOf(made, 201)).tenant;
  const body = { name: 'e2e', scopes: roleScopes.OWNER, environments, rateLimit };
  const minted = call<{ apiKey: { secret: string } }>(`${api}/api-keys?tenantId=${tenantId}`, {
    bearer,
    body,
  });
  return { tenantId, name, key: (await bodyOf(minted, 201)).apiKey.secret };
}
