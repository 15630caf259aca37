import { Moment } from '@pas/platform/http/moment';

/** The query parameters of a list that can be narrowed to a time: `from` is included, `to` is not. */
export const periodQuery = {
  from: Moment.optional().meta({ description: 'Only rows from this time or later.' }),
  to: Moment.optional().meta({ description: 'Only rows from before this time.' }),
};

/** A time that a list is narrowed to; open where nothing is said. */
export interface Period {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The condition on a moment that a period makes; undefined where it is open at both ends. */
export function withinPeriod({ from, to }: Period): { $gte?: Date; $lt?: Date } | undefined {
  return from || to ? { ...(from && { $gte: from }), ...(to && { $lt: to }) } : undefined;
}
