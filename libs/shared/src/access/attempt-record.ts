import { prefixes } from '../ids/id.ts';

/**
 * Returns the id of the event that submits the audit record of an attempt. Readers of the attempt find the record by it
 * before the record is sealed.
 */
export const recordEventIdOf = (attemptId: string): string => attemptId.replace(/^[^_]+/, prefixes.event);
