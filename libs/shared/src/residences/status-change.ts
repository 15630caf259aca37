import { fieldChanges, type FieldChange } from '../audit/field-changes.ts';
import type { UserRow } from '../models/user.ts';

/** Returns the audit changes of the status that residences determine. */
export function statusChange(before: UserRow, after: UserRow): FieldChange[] {
  return fieldChanges(before, after, { fields: ['status'] });
}
