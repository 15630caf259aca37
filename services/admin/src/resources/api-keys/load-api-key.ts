import { apiKeyAt } from '@pas/shared/api-keys/key-state';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import type { ClientSession } from 'mongoose';
import { visibleKeys } from './visible-keys.ts';

/**
 * Loads a key as it is at the moment of the request.
 *
 * @throws not_found when there is no such key within the caller's reach
 */
export async function loadApiKey(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<ApiKeyRow> {
  const filter = { ...visibleKeys(ctx), _id: id };
  const key = await ApiKeyModel.findOne(filter).session(session).lean<ApiKeyRow>();
  if (!key) throw notFound();
  return apiKeyAt(key, ctx.now);
}
