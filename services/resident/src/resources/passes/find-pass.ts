import { notFound } from '@pas/platform/errors/raise';
import { hashPassToken } from '@pas/shared/access/pass-links';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';

/** Format of a token: 256 bits in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Finds the pass of a link, active or ended. The token determines the tenant.
 *
 * @throws not_found for an unknown token
 */
export async function findPass(token: string): Promise<AccessPassRow> {
  if (!tokenPattern.test(token)) throw notFound();
  const pass = await AccessPassModel.findOne({ tokenHash: hashPassToken(token) })
    .setOptions({ crossTenant: 'pass-by-token' })
    .lean<AccessPassRow>();
  if (!pass) throw notFound();
  return pass;
}
