/** Who writes a collection. Everybody may read; a second writer is a decision, and stands here. */
export interface Ownership {
  database: 'core' | 'control';
  writers: readonly string[];
}

/** Every collection of the service and the services that write it; `docs/architecture.md` shows the same table. */
export const ownership: Readonly<Record<string, Ownership>> = {
  tenants: { database: 'control', writers: ['admin'] },
  api_keys: { database: 'control', writers: ['admin', 'gateway'] },
  outbox: { database: 'core', writers: ['admin', 'resident', 'core-mobile', 'webhooks', 'gateway'] },
  event_failures: { database: 'core', writers: ['admin', 'resident', 'core-mobile', 'webhooks'] },
  properties: { database: 'core', writers: ['admin'] },
  units: { database: 'core', writers: ['admin', 'resident', 'core-mobile'] },
  users: { database: 'core', writers: ['admin', 'resident', 'core-mobile', 'webhooks'] },
  accounts: { database: 'core', writers: ['resident', 'core-mobile', 'webhooks'] },
  sessions: { database: 'core', writers: ['admin', 'resident', 'core-mobile', 'webhooks'] },
  password_failures: { database: 'core', writers: ['resident', 'core-mobile'] },
  invites: { database: 'core', writers: ['admin', 'resident', 'core-mobile', 'webhooks'] },
  audit_records: { database: 'core', writers: ['admin'] },
  audit_heads: { database: 'core', writers: ['admin'] },
  audit_personal_values: { database: 'core', writers: ['admin', 'resident', 'core-mobile', 'webhooks'] },
};
