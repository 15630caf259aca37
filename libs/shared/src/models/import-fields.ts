/** Fields of a resident that a column can contain. */
export const importFields = [
  'unit',
  'email',
  'phone',
  'firstName',
  'lastName',
  'fullName',
  'property',
  'floor',
  'externalId',
  'moveIn',
  'moveOut',
] as const;
export type ImportField = (typeof importFields)[number];
