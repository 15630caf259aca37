/** Audited fields of an invite. */
export const auditedInvite = {
  fields: [
    'propertyId',
    'unitId',
    'status',
    'expiresAt',
    'inviteeEmail',
    'inviteePhone',
    'inviteeName',
    'role',
    'locale',
  ],
  personal: ['inviteeEmail', 'inviteePhone', 'inviteeName'],
} as const;
