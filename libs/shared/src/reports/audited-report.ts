/** Fields whose changes the audit records. The chain holds only the digest of the text. */
export const auditedReport = {
  fields: ['propertyId', 'unitId', 'userId', 'kind', 'text', 'accessPointId', 'status'],
  personal: ['text'],
} as const;
