import { field } from '@pas/platform/mongo/fields';

/** Who made a row, as the audit names actors. */
export const createdBy = field.group({ type: field.text, id: field.textOrNull, name: field.textOrNull });
