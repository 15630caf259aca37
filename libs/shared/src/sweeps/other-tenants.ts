/**
 * Returns the filter of rows of other tenants than the named ones. As an expression it offers the planner no index of
 * tenants, so the index of due times serves the query.
 */
export const ofOtherTenants = (tenantIds: readonly string[]) =>
  tenantIds.length === 0 ? {} : { $expr: { $not: [{ $in: ['$tenantId', [...tenantIds]] }] } };
