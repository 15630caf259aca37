/** The fields of an invite whose changes the audit shows. */
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
