/** Fields of a residence whose changes the audit records. */
export const auditedResidence = { fields: ['unitId', 'role', 'startsAt', 'endsAt'] } as const;
