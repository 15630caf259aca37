import { homeRows } from './homes.ts';
import { peopleRows } from './people.ts';
import { nothingPersonal, type NothingPersonal, type PersonalRows } from './personal-rows.ts';
import { receiptRows, recordRows } from './records.ts';

const counter = nothingPersonal('Only numbers and marks.');
const place = nothingPersonal('A building, its doors or its numbers.');
const program = nothingPersonal('State that programs share.');
const beside = nothingPersonal('Exported and erased with the audit records: see `person-in-audit.ts`.');

/** The name under which an export shows the settings of the company. */
export const tenantCollection = 'tenants';

/** The name under which an export shows the audit records. */
export const auditCollection = 'audit_records';

/** Personal data of every collection, with its export and erasure. A test fails for a model without a line here. */
export const personalData: Readonly<Record<string, PersonalRows | NothingPersonal>> = {
  // First, so that no waiting webhook writes data again after its erasure.
  ...receiptRows,
  ...peopleRows,
  ...homeRows,
  ...recordRows,

  [auditCollection]: beside,
  audit_personal_values: beside,
  outbox: beside,
  'control.outbox': beside,
  erasures: nothingPersonal('The ids of erased people, and their values until the erasure is done.'),

  properties: place,
  units: place,
  access_points: place,
  door_alarms: place,
  virtual_numbers: place,
  controller_keys: place,
  [tenantCollection]: nothingPersonal(
    'A company; its alert recipients are exported and erased in `alert-recipients.ts`.',
  ),

  tenant_logos: nothingPersonal('The logo of a company.'),

  audit_heads: counter,
  fences: counter,
  key_usage: counter,
  live_gateways: counter,
  migrations: counter,
  row_counts: counter,
  work_leases: counter,
  signing_key_sets: program,
  event_failures: program,
  public_events: nothingPersonal('Ids; the data of an event is read when it is shown.'),
  webhook_rejections: nothingPersonal('Path and reason of refused webhooks.'),
  public_event_heads: counter,
  move_receipts: nothingPersonal('Ids of the entities that a move has ended.'),
  test_clocks: nothingPersonal('The time of a tenant in DEV or TEST.'),
  outgoing_messages: nothingPersonal('Ids of queued deliveries. The invite holds the contact.'),
  webhook_attempts: nothingPersonal('Ids and results of attempts, without bodies.'),
  migration_findings: nothingPersonal('Labels of units that collide.'),
  passkey_challenges: nothingPersonal('Random challenges and ids, for minutes.'),
  password_failures: nothingPersonal('Digests of accounts and addresses, for minutes.'),
  recipient_quotas: nothingPersonal('Digests of recipients, for a week.'),
  rate_buckets: nothingPersonal('Keys and addresses, for minutes.'),
};

/** The collections that keep personal values, by name. */
export const personalCollections: readonly (readonly [string, PersonalRows])[] = Object.entries(
  personalData,
).filter((entry): entry is [string, PersonalRows] => entry[1].keeps === 'personal values');
