import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import type { AlertMailRow, AlertType } from '@pas/shared/models/alert-mail';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import type { NamedAlert } from './alert-mail.ts';

/** What an alert is about: its name, and the property where it is. */
interface Place {
  _id: string;
  name: string;
  propertyId: string | null;
}

type Load = (tenantId: string, ids: readonly string[]) => Promise<Place[]>;

const filterOf = (tenantId: string, ids: readonly string[]) => ({ tenantId, _id: { $in: [...ids] } });

const loadDoors: Load = async (tenantId, ids) =>
  AccessPointModel.find(filterOf(tenantId, ids)).lean<AccessPointRow[]>();

const loaders: Readonly<Record<AlertType, Load>> = {
  'door.offline': loadDoors,
  'door.held': loadDoors,
  'door.forced': loadDoors,
  async 'unit.unreachable'(tenantId, ids) {
    const units = await UnitModel.find(filterOf(tenantId, ids)).lean<UnitRow[]>();
    return units.map(({ _id, label, propertyId }) => ({ _id, name: `Unit ${label}`, propertyId }));
  },
  async 'key.expiring'(tenantId, ids) {
    const keys = await ApiKeyModel.find(filterOf(tenantId, ids)).lean<ApiKeyRow[]>();
    return keys.map(({ _id, name, expiresAt }) => ({
      _id,
      name: `${name} (ends ${expiresAt.toISOString().slice(0, 10)})`,
      propertyId: null,
    }));
  },
  async 'endpoint.failing'(tenantId, ids) {
    const endpoints = await WebhookEndpointModel.find(filterOf(tenantId, ids)).lean<WebhookEndpointRow[]>();
    return endpoints.map(({ _id, url }) => ({ _id, name: url, propertyId: null }));
  },
};

async function propertyNames(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await PropertyModel.find(filterOf(tenantId, ids), { name: 1 }).lean<PropertyRow[]>();
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}

/** Reads the names of what a mail is about. What has been removed since is left out. */
export async function nameAlerts(
  { tenantId, items }: Pick<AlertMailRow, 'tenantId' | 'items'>,
  timeZone: string,
): Promise<NamedAlert[]> {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const places = new Map<string, Place>();
  for (const [type, ofType] of Map.groupBy(items, (item) => item.type)) {
    const ids = ofType.map(({ entityId }) => entityId);
    for (const place of await loaders[type](tenantId, ids)) places.set(place._id, place);
  }
  const names = await propertyNames(
    tenantId,
    [...places.values()].flatMap(({ propertyId }) => propertyId ?? []),
  );
  return items.flatMap(({ type, entityId, at }) => {
    const place = places.get(entityId);
    if (!place) return [];
    const property = names.get(place.propertyId ?? '');
    const name = property === undefined ? place.name : `${place.name}, ${property}`;
    return [{ type, name, time: format.format(at) }];
  });
}
