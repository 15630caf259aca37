import { field } from '@pas/platform/mongo/fields';

/** The actor who made a row, as in the audit. */
export const createdBy = field.group({ type: field.text, id: field.textOrNull, name: field.textOrNull });
