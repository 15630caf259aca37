/** Audited fields of an API key, without any part of the secret. */
export const auditedApiKey = {
  fields: [
    'name',
    'scopes',
    'environments',
    'propertyIds',
    'rateLimit',
    'expiresAt',
    'status',
    'graceUntil',
    'replacedBy',
    'revokedReason',
    'reviewDue',
    'leakedAt',
    'leakSource',
    'leakUrl',
  ],
  // Staff and reporters write them freely, so they may name somebody.
  personal: ['revokedReason', 'leakSource', 'leakUrl'],
} as const;
