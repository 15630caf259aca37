/** The fields whose changes the audit shows; nothing of the secret is among them. */
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
} as const;
