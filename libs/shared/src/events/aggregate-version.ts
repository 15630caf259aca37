import { z } from 'zod';

/** The version in the data of an event. */
export const aggregateVersion = z
  .int()
  .min(1)
  .describe('The version of the entity after the change. Ignore an event with an older one.');
