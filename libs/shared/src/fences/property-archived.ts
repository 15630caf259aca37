import { conflict } from '../errors/raise.ts';

/** Returns the refusal of new entities in an archived property. */
export const propertyArchived = () =>
  conflict(
    'property_archived',
    'The property is archived. Set its status to ACTIVE first, or choose another property.',
  );
