/** The fields of a shard key, the first one first. */
export type ShardKey = readonly [string, ...string[]];

/** Place of a collection in a sharded cluster. */
export type Placement =
  | {
      by: ShardKey;
      /** True if the index of the shard key is created with the cluster. Until then it would only cost writes. */
      isIndexedLater?: boolean;
    }
  | { onOneShard: string };

/** All rows of a tenant are on one shard, because unique values of the collection hold for a whole tenant. */
const byTenant: Placement = { by: ['tenantId'] };

/** Like `byTenant`, for rows that are found only by their ids, or live for a short time. */
const byTenantLater: Placement = { by: ['tenantId'], isIndexedLater: true };

/** A large tenant is spread by its properties. */
const byProperty: Placement = { by: ['tenantId', 'propertyId'] };

/** The id of a row is the id of its tenant. */
const byId: Placement = { by: ['_id'] };

const onOneShard = (reason: string): Placement => ({ onOneShard: reason });

/**
 * The place of each collection of a Core. The control database is small: rows of tenants, keys and operators. It stays
 * on one replica set.
 */
export const corePlacements: Readonly<Record<string, Placement>> = {
  access_events: byProperty,
  calls: byProperty,
  door_alarms: byProperty,
  reports: byProperty,
  unlock_attempts: byTenant,
  access_passes: byTenant,
  account_notices: byTenant,
  alert_mails: byTenant,
  audit_personal_values: byTenant,
  audit_records: byTenant,
  contact_codes: byTenant,
  devices: byTenant,
  erasures: byTenantLater,
  fences: byTenantLater,
  idempotent_requests: byTenantLater,
  import_rows: byTenant,
  imports: byTenant,
  invites: byTenant,
  migration_findings: byTenantLater,
  move_receipts: byTenant,
  outbox: byTenantLater,
  outgoing_messages: byTenantLater,
  properties: byTenant,
  public_events: byTenant,
  recipient_quotas: byTenantLater,
  row_counts: byTenant,
  units: byTenant,
  users: byTenant,
  webhook_answers: byTenant,
  webhook_attempts: byTenant,
  webhook_endpoints: byTenant,
  audit_heads: byId,
  public_event_heads: byId,

  access_points: onOneShard('A controller reference is unique in the Core. A property has few doors.'),
  accounts: onOneShard('A person has one account for all tenants, unique by e-mail.'),
  controller_keys: onOneShard('A key is found before its tenant is known. A door has two keys at most.'),
  event_failures: onOneShard('A failure belongs to an event and a consumer, and has no tenant.'),
  migrations: onOneShard('A migration runs once for the database.'),
  passkey_challenges: onOneShard('A challenge precedes the sign-in, and so the tenant.'),
  passkeys: onOneShard('A passkey belongs to an account, which has no tenant.'),
  password_failures: onOneShard('Failures are counted by e-mail and network, before the tenant is known.'),
  password_resets: onOneShard('A reset belongs to an account, which has no tenant.'),
  phone_consents: onOneShard('All tenants of the environment share the consent of a phone.'),
  sessions: onOneShard('A session is found by its token, and a person ends those of all tenants.'),
  virtual_numbers: onOneShard('A number is unique in the Core. A property has few numbers.'),
  webhook_receipts: onOneShard('A receipt is stored before its tenant is known.'),
  webhook_rejections: onOneShard('A rejected webhook has no tenant.'),
  work_leases: onOneShard('A lease is taken for a whole environment.'),
};

/** Unique index that does not begin with the shard key. A sharded collection cannot have it. */
export interface LooseUniqueIndex {
  /**
   * The step before the collection is sharded. `add propertyId`: the value belongs to one property, so the index may
   * contain it. `directory`: a collection on one shard reserves the value.
   */
  remedy: 'add propertyId' | 'directory' | 'drop unique';
  reason: string;
}

const ofDoor = 'The key contains the id of the door, and a door stays in its property.';
const randomToken = 'The value is a hash of 256 random bits, so no two rows can have the same one.';

/** The unique indexes across tenants, as `<collection>.<index>`. */
export const looseUniqueIndexes: Readonly<Record<string, LooseUniqueIndex>> = {
  'access_events.tenantId_1_sourceKey_1': { remedy: 'add propertyId', reason: ofDoor },
  'door_alarms.tenantId_1_sourceKey_1': { remedy: 'add propertyId', reason: ofDoor },
  'access_passes.tokenHash_1': { remedy: 'drop unique', reason: randomToken },
  'invites.tokenHash_1': { remedy: 'drop unique', reason: randomToken },
  'calls.provider_1_providerCallId_1': {
    remedy: 'directory',
    reason: 'A repeated webhook finds its call before the tenant of the number is known.',
  },
  'devices.tokenHash_1': {
    remedy: 'directory',
    reason: 'A push token moves to the person who registers it last, of whichever tenant.',
  },
};

/** Kind of a read without the shard key. A request waits for a look-up, and a worker repeats a sweep. */
type ScatterKind = 'look-up' | 'sweep' | 'command';

interface ScatteredRead {
  kind: ScatterKind;
  reason: string;
}

const lookUp = (reason: string): ScatteredRead => ({ kind: 'look-up', reason });
const sweep = (reason: string): ScatteredRead => ({ kind: 'sweep', reason });
const command = (reason: string): ScatteredRead => ({ kind: 'command', reason });

/**
 * The reads that ask every shard, by their purpose in `crossTenantReads`. Each shard answers from its own index. A sweep
 * costs a statement per shard and round. A look-up costs a statement per shard and request, until a directory maps its
 * value to the tenant.
 */
export const scatteredReads: Readonly<Record<string, ScatteredRead>> = {
  'call-by-id': lookUp('A webhook about a call that this service leads names only the call.'),
  'call-by-provider': lookUp('A webhook names the call by the id of its provider.'),
  'device-by-token': lookUp('A push token may belong to a person of another tenant.'),
  'invite-by-message': lookUp('A webhook names the message by the id of its provider.'),
  'invite-by-past-token': lookUp('A link has only a token, here one that was replaced.'),
  'invite-by-token': lookUp('A link has only a token.'),
  'pass-by-message': lookUp('A webhook names the message by the id of its provider.'),
  'pass-by-token': lookUp('A link has only a token.'),
  'users-by-email': lookUp('A person logs in without the name of a tenant.'),
  'users-by-phone': lookUp('An erasure keeps a contact that another tenant knows.'),
  'users-of-account': lookUp('A person may live at several tenants.'),
  'due-alerts': sweep('Mails about alerts are sent when they are due.'),
  'due-attempts': sweep('Webhook attempts are made when they are due.'),
  'due-erasures': sweep('An erasure continues after a crash.'),
  'due-messages': sweep('Mails and texts are sent when they are due.'),
  'due-reminders': sweep('Reminders of invites are sent when they are due.'),
  'due-residences': sweep('Residences begin and end at their time.'),
  'ended-passes': sweep('The PIN of an ended pass becomes free.'),
  'endpoints-to-recover': sweep('Missed events are sent again after an outage of an endpoint.'),
  'expired-attempts': sweep('An unlock without an answer ends.'),
  'expired-invites': sweep('The expiry of an invite is stored once.'),
  'imports-by-status': sweep('An import continues after a crash.'),
  'rested-dial-codes': sweep('A dial code becomes free after its rest.'),
  'silent-calls': sweep('A call without a sign of life ends.'),
  'unseen-devices': sweep('A device that is silent for long is marked.'),
  'all-erasures': command('`pas erase apply` repeats erasures after a restore.'),
  'findings-of-migration': command('`pas migrations` lists what it could not migrate.'),
};

/**
 * Filters without the shard key on sharded collections that no tenant guard protects, by their first field. Each has
 * its reason.
 */
export const scatteredFilters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  outbox: {
    _id: 'Consumers read and mark events by their ids, in batches.',
    environment: 'The sweeper publishes what a process has left, and a gauge counts it.',
    rowsOf: 'A fold finds the collections with many counts.',
  },
};

/** The collections that are read as a whole, each with the reason. */
export const wholeReads: Readonly<Record<string, string>> = {
  audit_heads: 'The workers check the end of each chain when they start.',
};
