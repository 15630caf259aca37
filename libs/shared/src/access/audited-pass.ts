import { changesUnder, fieldChanges, type FieldChange } from '../audit/field-changes.ts';
import type { AccessPassRow } from '../models/access-pass.ts';
import { passFields } from './pass.schema.ts';

const holder = ['guestName', 'holderEmail', 'holderPhone'];

/** Audited fields of a pass. They exclude the inputs of its link and PIN. */
const pass = { fields: ['kind', ...Object.keys(passFields), ...holder], personal: holder };

type Holders = readonly AccessPassRow[];

const describe = (before: Holders, after: Holders): FieldChange[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const audited = index === 0 ? pass : { fields: holder, personal: holder };
    const changes = fieldChanges(before[index] ?? null, after[index] ?? null, audited);
    return index === 0 ? changes : changesUnder(`holders.${index}`, changes);
  }).flat();

/** Returns the audit changes of a new pass. `rows` holds the pass of each holder, the first holder first. */
export const passMade = (rows: Holders): FieldChange[] => describe([], rows);

/** Returns the audit changes of a revoked pass. */
export const passTaken = (rows: Holders): FieldChange[] => describe(rows, []);

/** Returns the audit changes of a changed pass. Both have the same holders in the same order. */
export const passChanged = (before: Holders, after: Holders): FieldChange[] => describe(before, after);
