import { Moment } from '@pas/platform/http/moment';

/** Query parameters of a list with a time range: `from` is inclusive, `to` is exclusive. */
export const periodQuery = {
  from: Moment.optional().meta({ description: 'Only rows from this time or later.' }),
  to: Moment.optional().meta({ description: 'Only rows from before this time.' }),
};

/** Time range of a list; a missing end is open. */
export interface Period {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Builds the condition on a time field; undefined for a range that is open at both ends. */
export function withinPeriod({ from, to }: Period): { $gte?: Date; $lt?: Date } | undefined {
  return from || to ? { ...(from && { $gte: from }), ...(to && { $lt: to }) } : undefined;
}
