/** What the audit shows of a device: never its push token. */
export const auditedDevice = {
  fields: ['userId', 'platform', 'provider', 'installationId', 'tokenLast6', 'appVersion', 'status'],
} as const;
