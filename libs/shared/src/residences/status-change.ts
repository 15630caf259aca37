import { fieldChanges, type FieldChange } from '../audit/field-changes.ts';
import type { UserRow } from '../models/user.ts';

/** The audit changes of a status that follows from the residences. */
export function statusChange(before: UserRow, after: UserRow): FieldChange[] {
  return fieldChanges(before, after, { fields: ['status'] });
}
