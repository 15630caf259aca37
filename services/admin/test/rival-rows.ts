import { randomUUID } from 'node:crypto';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { ImportModel } from '@pas/shared/models/import';
import { OperatorSessionModel } from '@pas/shared/models/operator-session';
import { PublicEventModel } from '@pas/shared/models/public-event';
import { ReportModel } from '@pas/shared/models/report';
import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { UserModel } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import type { ForeignRow, ForeignRows } from '@pas/testing/route-attacks/foreign-ids';
import type { OwnRows } from '@pas/testing/route-attacks/id-slots';
import type { Owner } from '@pas/testing/route-attacks/working-request';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { addProperty, addUnit, newTenantCaller, type InviteAnswer } from './admin-harness.ts';
import { accessPassRow, residenceIn, userRow } from '@pas/testing/rows';
import { apiKeyRow } from './api-key-row.ts';
import { accessPointRow, reportRow } from './building-rows.ts';
import { addDoorRows } from './door-rows.ts';
import { importedRow, importRow } from './import-row.ts';
import { addMoveReceipt } from './move-receipt-row.ts';
import { operatorSessionRow } from './operator-session-row.ts';
import { addTestClock } from './add-test-clock.ts';
import { sealOutbox } from './seal-outbox.ts';
import { publicEventRow, webhookEndpointRow } from './webhook-rows.ts';

/** One row of each kind, all in one property. */
type RowSet = Record<string, string>;

/** Foreign rows to try for each kind of id. A new kind needs a line here and a row in `addRows`. */
export const rivalKinds = {
  ten_: ['another tenant’s'],
  prop_: ['another tenant’s', 'another property’s', 'a deleted row’s'],
  unit_: ['another tenant’s', 'another property’s', 'a deleted row’s'],
  user_: ['another tenant’s', 'another property’s', 'a deleted row’s'],
  inv_: ['another tenant’s', 'another property’s'],
  call_: ['another tenant’s', 'another property’s'],
  dev_: ['another tenant’s', 'another property’s'],
  vn_: ['another tenant’s', 'another property’s'],
  door_: ['another tenant’s', 'another property’s', 'a deleted row’s'],
  ace_: ['another tenant’s', 'another property’s'],
  att_: ['another tenant’s', 'another property’s'],
  pass_: ['another tenant’s', 'another property’s'],
  ckey_: ['another tenant’s', 'another property’s'],
  rep_: ['another tenant’s', 'another property’s'],
  rcp_: ['another tenant’s', 'another property’s'],
  key_: ['another tenant’s', 'another property’s'],
  ops_: ['another tenant’s'],
  whe_: ['another tenant’s', 'another property’s', 'a deleted row’s'],
  ev_: ['another tenant’s', 'another property’s'],
  imp_: ['another tenant’s', 'another property’s'],
  aud_: ['another tenant’s', 'another property’s'],
  tclk_: ['another tenant’s'],
  '{idOrToken}': ['another tenant’s', 'another property’s'],
  // Setup links are only for the platform: see setup-links.test.ts.
  set_: [],
  // An unknown external id creates a row: see put-unit.test.ts and put-user.test.ts.
  '{externalId}': [],
  token: ['another tenant’s', 'another property’s'],
} as const;

/** An unknown value of each kind. */
const unknownRows: RowSet = {
  ...Object.fromEntries(Object.keys(rivalKinds).map((kind) => [kind, `${kind}01kb3rt9d5e0p8m6q2v7x4hzjn`])),
  '{idOrToken}': 'inv_01kb3rt9d5e0p8m6q2v7x4hzjn',
  token: 'A'.repeat(43),
};

/** The callers of the suite and their rows. */
export interface Rivals {
  /** May do everything in its own tenant. */
  caller: Principal;
  /** The same, restricted to one property. */
  restricted: Principal;
  /** Rows in the restricted caller's property. */
  own: OwnRows;
  rows: (kind: string) => ForeignRows;
  /** Adds rows at the other tenant, which neither caller may see. */
  growBeyondTenant: () => Promise<void>;
  /** Adds rows of the caller's tenant that the restricted caller may not see. */
  growBeyondProperty: () => Promise<void>;
}

async function newestRecordOf(tenantId: string): Promise<string> {
  const newest = await AuditRecordModel.findOne({ tenantId }).sort({ seq: -1 }).lean<AuditRecordRow>();
  return newest?._id ?? '';
}

/** Creates a row through the API and returns its id. */
async function addByApi(
  admin: ServiceHarness,
  as: Principal,
  { path, body }: { path: string; body: object },
): Promise<string> {
  const answer = await admin.call<Record<string, { id: string }>>('POST', `/api/admin/${path}`, { as, body });
  const [entity] = Object.values(answer.body);
  if (answer.status !== 201 || !entity) throw new Error(`POST ${path} answered ${answer.status}.`);
  return entity.id;
}

/** Creates one row of each kind in a new property. Its audit is sealed, with the invite's creation last. */
async function addRows(admin: ServiceHarness, as: Principal): Promise<RowSet> {
  const tenantId = as.tenantId ?? '';
  const property = await addProperty(admin, as);
  const unit = await addUnit(admin, as, property.id);
  const user = userRow(tenantId, { residences: [residenceIn(unit)] });
  await UserModel.insertMany([user]);
  const body = { unitId: unit.id, inviteeEmail: 'guest@example.test' };
  const { invite } = (await admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', { as, body }))
    .body;
  const key = apiKeyRow(tenantId, { propertyIds: [property.id] });
  await ApiKeyModel.insertMany([key]);
  const session = operatorSessionRow(tenantId);
  await OperatorSessionModel.insertMany([session]);
  const report = reportRow(tenantId, { propertyId: property.id, unitId: unit.id, userId: user._id });
  await ReportModel.insertMany([report]);
  const event = publicEventRow(tenantId, { propertyIds: [property.id], entityId: user._id });
  await PublicEventModel.insertMany([event]);
  const endpoint = webhookEndpointRow(tenantId, { propertyIds: [property.id] });
  await WebhookEndpointModel.insertMany([endpoint]);
  const imported = importRow(tenantId, { propertyId: property.id });
  await ImportModel.insertMany([imported]);
  await ImportedRowModel.insertMany([importedRow(imported)]);
  const controller = { adapter: 'nats', ref: `door-${randomUUID()}` };
  const door = { propertyId: property.id, name: 'Main door', kind: 'DOOR', controller };
  const doorId = await addByApi(admin, as, { path: 'access-points', body: door });
  const pass = {
    propertyId: property.id,
    accessPointIds: [doorId],
    kind: 'TOUR',
    holders: [{ name: 'Sam', email: 'guest@example.test' }],
    startsAt: '2026-01-01T00:00:00Z',
    endsAt: '2099-01-01T00:00:00Z',
  };
  const keyPath = `access-points/${doorId}/controller-key`;
  const controllerKeyId = await addByApi(admin, as, { path: keyPath, body: {} });
  const passId = await addByApi(admin, as, { path: 'passes', body: pass });
  const host = { createdBy: { type: 'RESIDENT' as const, id: user._id } };
  await AccessPassModel.insertMany([accessPassRow({ tenantId, propertyId: property.id }, [doorId], host)]);
  const doorRows = await addDoorRows({ tenantId, propertyId: property.id, doorId, userId: user._id });
  await sealOutbox(tenantId);
  return {
    ...doorRows,
    pass_: passId,
    ckey_: controllerKeyId,
    rep_: report._id,
    rcp_: await addMoveReceipt(tenantId, { unit, user }),
    ten_: tenantId,
    prop_: property.id,
    unit_: unit.id,
    user_: user._id,
    inv_: invite.id,
    key_: key._id,
    ops_: session._id,
    whe_: endpoint._id,
    ev_: event._id,
    imp_: imported._id,
    tclk_: await addTestClock(as),
    aud_: await newestRecordOf(tenantId),
    '{idOrToken}': invite.id,
    token: invite.token ?? '',
  };
}

async function addDeletedRows(admin: ServiceHarness, as: Principal): Promise<RowSet> {
  const property = await addProperty(admin, as);
  const unit = await addUnit(admin, as, property.id);
  const user = userRow(as.tenantId ?? '', { isLive: false, deletedAt: new Date() });
  await UserModel.insertMany([user]);
  const door = accessPointRow(as.tenantId ?? '', { propertyId: property.id });
  await AccessPointModel.insertMany([door]);
  const paths = [`access-points/${door._id}`, `units/${unit.id}`, `properties/${property.id}`];
  for (const path of paths.map((each) => `/api/admin/${each}`)) {
    const { status } = await admin.call('DELETE', path, { as });
    if (status !== 204) throw new Error(`DELETE ${path} answered ${status}.`);
  }
  const endpoint = webhookEndpointRow(as.tenantId ?? '', { isLive: false, deletedAt: new Date() });
  await WebhookEndpointModel.insertMany([endpoint]);
  return {
    prop_: property.id,
    unit_: unit.id,
    user_: user._id,
    door_: door._id,
    whe_: endpoint._id,
  };
}

async function addAllRows(admin: ServiceHarness, as: Principal): Promise<void> {
  await addRows(admin, as);
  await addDeletedRows(admin, as);
}

/** Creates a tenant with one row of each kind and a privileged caller. */
export async function addOwner(admin: ServiceHarness): Promise<Owner> {
  const caller = await newTenantCaller();
  return { caller, own: await addRows(admin, caller) };
}

/** Creates two tenants, one of them with two properties, and callers with different reach. */
export async function addRivals(admin: ServiceHarness): Promise<Rivals> {
  const [caller, other] = [await newTenantCaller(), await newTenantCaller()];
  const [own, beyond] = [await addRows(admin, caller), await addRows(admin, caller)];
  const restricted = { ...caller, propertyIds: [own['prop_'] ?? ''] };
  // A person who has moved within the tenant is visible to the managers of both properties.
  const homes = [own, beyond].map((rows) =>
    residenceIn({ id: rows['unit_'] ?? '', propertyId: rows['prop_'] ?? '' }),
  );
  await UserModel.insertMany([userRow(caller.tenantId ?? '', { residences: homes })]);
  const sets: Record<string, { as: Principal; set: RowSet }> = {
    'another tenant’s': { as: caller, set: await addRows(admin, other) },
    'another property’s': { as: restricted, set: beyond },
    'a deleted row’s': { as: caller, set: await addDeletedRows(admin, caller) },
  };
  return {
    caller,
    restricted,
    own,
    rows: (kind) =>
      Object.fromEntries(
        Object.entries(sets).map(([whose, { as, set }]): [string, ForeignRow] => [
          whose,
          { as, id: set[kind] ?? '', unknown: unknownRows[kind] ?? '' },
        ]),
      ),
    growBeyondTenant: async () => addAllRows(admin, await newTenantCaller()),
    growBeyondProperty: async () => addAllRows(admin, caller),
  };
}
