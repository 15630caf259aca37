import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import type { ClientSession } from 'mongoose';
import { visibleImports } from './visible-imports.ts';

/** @throws not_found when there is no such import within the caller's reach */
export async function loadImport(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<ImportRow> {
  const row = await ImportModel.findOne({ _id: id, ...visibleImports(ctx) })
    .session(session)
    .lean<ImportRow>();
  if (!row) throw notFound();
  return row;
}
