import { notFound } from '@pas/platform/errors/raise';
import { apiKeyAt } from '@pas/shared/api-keys/key-state';
import type { Change } from '@pas/shared/change/commit';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';

const publicIdOf = (idOrPrefix: string): string =>
  /^pas_[a-z]+_([0-9A-Za-z]{12})$/.exec(idOrPrefix)?.[1] ?? '';

/**
 * Finds a key of any tenant or of the platform, with its state at `now`.
 *
 * @param idOrPrefix `key_…`, or the key up to its secret, as `pas keys list` shows them
 * @throws not_found
 */
export async function findKey(
  idOrPrefix: string,
  now: Date,
  session: Change['session'] | null = null,
): Promise<ApiKeyRow> {
  const filter = { $or: [{ _id: idOrPrefix }, { publicId: publicIdOf(idOrPrefix) }] };
  const key = await ApiKeyModel.findOne(filter).session(session).lean<ApiKeyRow>();
  if (!key) throw notFound();
  return apiKeyAt(key, now);
}
