/** Audited fields of a device, without its push token. */
export const auditedDevice = {
  fields: ['userId', 'platform', 'provider', 'installationId', 'tokenLast6', 'appVersion', 'status'],
  personal: ['installationId', 'tokenLast6'],
} as const;
