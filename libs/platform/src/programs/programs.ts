/**
 * The programs that work on the stores while the system serves. Each has a user of its own in MongoDB and NATS. `admin`
 * answers requests. `admin-workers` seals the audit, delivers messages and runs the sweepers.
 */
export const programs = ['gateway', 'admin', 'admin-workers', 'resident', 'core-mobile', 'webhooks'] as const;
export type Program = (typeof programs)[number];

/**
 * The users of the stores, each with the programs whose rights it has. A process with the work of two programs
 * (`ADMIN_ROLE=all`) has a user with the rights of both.
 */
export const storeUsers = {
  gateway: ['gateway'],
  admin: ['admin'],
  'admin-workers': ['admin-workers'],
  'admin-all': ['admin', 'admin-workers'],
  resident: ['resident'],
  'core-mobile': ['core-mobile'],
  webhooks: ['webhooks'],
} as const satisfies Record<string, readonly Program[]>;
export type StoreUser = keyof typeof storeUsers;
