import { changesUnder, fieldChanges, type FieldChange } from '../audit/field-changes.ts';
import type { AccessPassRow } from '../models/access-pass.ts';

const holder = ['guestName', 'holderEmail', 'holderPhone'];

/** What the audit shows of a pass: never what its link or PIN is made of. */
const pass = {
  fields: [
    'kind',
    'accessPointIds',
    'startsAt',
    'endsAt',
    'weekdays',
    'timeFrom',
    'timeTo',
    'maxUses',
    ...holder,
  ],
  personal: holder,
};

type Holders = readonly AccessPassRow[];

const describe = (before: Holders, after: Holders): FieldChange[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const audited = index === 0 ? pass : { fields: holder, personal: holder };
    const changes = fieldChanges(before[index] ?? null, after[index] ?? null, audited);
    return index === 0 ? changes : changesUnder(`holders.${index}`, changes);
  }).flat();

/** The changes of the audit record of a new pass, with the rows of all its holders, the first one first. */
export const passMade = (rows: Holders): FieldChange[] => describe([], rows);

/** The changes of the audit record of a pass that was taken back. */
export const passTaken = (rows: Holders): FieldChange[] => describe(rows, []);
