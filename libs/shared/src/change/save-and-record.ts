import { patchedFields, type Patch } from '@pas/platform/http/sent-fields';
import type { DeletableRow } from '@pas/platform/mongo/define-model';
import type { Model } from 'mongoose';
import { fieldChanges, type AuditedFields } from '../audit/field-changes.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { Change } from './commit.ts';
import { saveChanges } from './save-changes.ts';

interface AuditedChange<Row> {
  model: Model<Row>;
  /** The type of the entity in the audit, such as `property`. The action is `property.updated`. */
  type: string;
  row: Row;
  /** The sent fields; a sent group is merged with the stored one. */
  patch: Patch<Row>;
  audited: AuditedFields;
  propertyIds: readonly string[];
}

/**
 * Saves changed fields of a row and records them in the audit. Without a difference in an audited field it leaves
 * version, events and audit unchanged.
 *
 * @returns the row after the change
 */
export async function saveAndRecord<Row extends DeletableRow>(
  ctx: OperationContext,
  change: Change,
  { model, type, row, patch, audited, propertyIds }: AuditedChange<Row>,
): Promise<Row> {
  const fields = patchedFields(row, patch);
  const changes = fieldChanges(row, { ...row, ...fields }, audited);
  if (changes.length === 0) return row;
  const targets = [{ type, id: row._id }];
  change.record({ action: `${type}.updated`, targets, changes, propertyIds: [...propertyIds] });
  return saveChanges(ctx, change, { model, row, fields });
}
