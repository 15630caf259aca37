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
  ],
  // Staff type it freely, so it may name somebody.
  personal: ['revokedReason'],
} as const;
