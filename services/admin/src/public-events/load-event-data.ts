import { apiKeyAt } from '@pas/shared/api-keys/key-state';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import type { PublicEventRow } from '@pas/shared/models/public-event';
import { ReportModel, type ReportRow } from '@pas/shared/models/report';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import { presentAccessEvent } from '../resources/access-events/access-event.schema.ts';
import { describeEvents } from '../resources/access-events/describe-events.ts';
import { presentAccessPoint } from '../resources/access-points/access-point.schema.ts';
import { presentApiKey } from '../resources/api-keys/api-key.schema.ts';
import { presentCall } from '../resources/calls/call.schema.ts';
import { presentImport } from '../resources/imports/import.schema.ts';
import { presentInvite } from '../resources/onboarding/invite.schema.ts';
import { presentReport } from '../resources/reports/report.schema.ts';
import { presentUnit } from '../resources/units/unit.schema.ts';
import { presentUser } from '../resources/users/user.schema.ts';
import type { PublicEventData } from './public-event.schema.ts';
import { entityOfType, type PublicEntity } from './public-catalogue.ts';

/** The fields of an event that determine its data. */
export type EventReference = Pick<PublicEventRow, '_id' | 'type' | 'entityId'>;

/** Shows invites as to a read-only caller: event data contains no invite token. */
const withoutLinks: InviteLinks['linkOf'] = () => {
  throw new Error('An event shows no link.');
};
const links = { linkOf: withoutLinks } as InviteLinks;

const byId = <Row extends { _id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row._id, row]));

type EventDataLookup = (id: string) => PublicEventData;
type Loader = (ctx: OperationContext, ids: readonly string[]) => Promise<EventDataLookup>;

const filterOf = ({ tenantId }: OperationContext, ids: readonly string[]) => ({
  tenantId,
  _id: { $in: [...ids] },
});

/** Presents each existing row, and null for a row that is permanently removed. */
function presenter<Row extends { _id: string }, Shape>(
  rows: readonly Row[],
  present: (row: Row) => Shape,
): (id: string) => Shape | null {
  const found = byId(rows);
  return (id) => {
    const row = found.get(id);
    return row ? present(row) : null;
  };
}

/**
 * Reads the entities of each kind with one statement, including deleted ones: an event may announce the
 * deletion.
 */
const loaders: Readonly<Record<PublicEntity, Loader>> = {
  async invite(ctx, ids) {
    const reader = { ...ctx, principal: { ...ctx.principal, scopes: [] } };
    const rows = await InviteModel.find(filterOf(ctx, ids)).lean<InviteRow[]>();
    const show = presenter(rows, (row) => presentInvite(reader, links, row));
    return (id) => ({ invite: show(id) });
  },
  async user(ctx, ids) {
    const rows = await UserModel.find(filterOf(ctx, ids)).lean<UserRow[]>();
    const show = presenter(rows, (row) => presentUser(ctx, row));
    return (id) => ({ user: show(id) });
  },
  async call(ctx, ids) {
    const show = presenter(await CallModel.find(filterOf(ctx, ids)).lean<CallRow[]>(), presentCall);
    return (id) => ({ call: show(id) });
  },
  async accessEvent(ctx, ids) {
    const rows = await AccessEventModel.find(filterOf(ctx, ids)).lean<AccessEventRow[]>();
    const show = presenter(await describeEvents(ctx.tenantId, rows), presentAccessEvent);
    return (id) => ({ accessEvent: show(id) });
  },
  async accessPoint(ctx, ids) {
    const rows = await AccessPointModel.find(filterOf(ctx, ids)).lean<AccessPointRow[]>();
    const show = presenter(rows, presentAccessPoint);
    return (id) => ({ accessPoint: show(id) });
  },
  async unit(ctx, ids) {
    const show = presenter(await UnitModel.find(filterOf(ctx, ids)).lean<UnitRow[]>(), presentUnit);
    return (id) => ({ unit: show(id) });
  },
  async report(ctx, ids) {
    const show = presenter(await ReportModel.find(filterOf(ctx, ids)).lean<ReportRow[]>(), presentReport);
    return (id) => ({ report: show(id) });
  },
  async import(ctx, ids) {
    const rows = await ImportModel.find(filterOf(ctx, ids)).lean<ImportRow[]>();
    const show = presenter(rows, (row) => presentImport(ctx, row));
    return (id) => ({ import: show(id) });
  },
  async apiKey(ctx, ids) {
    const rows = await ApiKeyModel.find(filterOf(ctx, ids)).lean<ApiKeyRow[]>();
    const show = presenter(rows, (row) => presentApiKey(apiKeyAt(row, ctx.now)));
    return (id) => ({ apiKey: show(id) });
  },
};

/**
 * Reads the data of a tenant's events: each entity in its current `GET` form, limited to the context's
 * properties. Each kind of entity takes one statement, and access events five more, for any number of events.
 */
export async function loadEventData(
  ctx: OperationContext,
  events: readonly EventReference[],
): Promise<(event: EventReference) => PublicEventData> {
  const idsByEntity = new Map<PublicEntity, Set<string>>();
  for (const { type, entityId } of events) {
    const entity = entityOfType[type];
    idsByEntity.set(entity, (idsByEntity.get(entity) ?? new Set()).add(entityId));
  }
  const presented = await Promise.all(
    [...idsByEntity].map(async ([entity, ids]) => [entity, await loaders[entity](ctx, [...ids])] as const),
  );
  const show = new Map(presented);
  return ({ type, entityId }) => {
    const data = show.get(entityOfType[type])?.(entityId);
    if (!data) throw new Error(`The data of ${type} was not loaded.`);
    return data;
  };
}
