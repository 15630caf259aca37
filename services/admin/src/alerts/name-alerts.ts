import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import type { AlertMailRow, AlertType } from '@pas/shared/models/alert-mail';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { ReportModel, type ReportRow } from '@pas/shared/models/report';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { fill } from '@pas/shared/messages/fill';
import { chooseLanguage, dateLocale, type Language } from '@pas/shared/messages/language';
import type { Messages } from '@pas/shared/messages/en';
import { messagesIn, unitName } from '@pas/shared/messages/messages-in';
import type { NamedAlert } from './alert-mail.ts';

/** Subject of an alert: its localized name and its property. */
interface Place {
  _id: string;
  nameIn: (messages: Messages) => string;
  propertyId: string | null;
}

type Load = (tenantId: string, ids: readonly string[]) => Promise<Place[]>;

const filterOf = (tenantId: string, ids: readonly string[]) => ({ tenantId, _id: { $in: [...ids] } });

const loadDoors: Load = async (tenantId, ids) => {
  const doors = await AccessPointModel.find(filterOf(tenantId, ids)).lean<AccessPointRow[]>();
  return doors.map(({ _id, name, propertyId }) => ({ _id, nameIn: () => name, propertyId }));
};

const loaders: Readonly<Record<AlertType, Load>> = {
  'door.offline': loadDoors,
  'door.held': loadDoors,
  'door.forced': loadDoors,
  async 'unit.unreachable'(tenantId, ids) {
    const units = await UnitModel.find(filterOf(tenantId, ids)).lean<UnitRow[]>();
    return units.map(({ _id, label, propertyId }) => ({
      _id,
      nameIn: ({ alerts }) => unitName(alerts, label),
      propertyId,
    }));
  },
  async 'report.created'(tenantId, ids) {
    const reports = await ReportModel.find(filterOf(tenantId, ids)).lean<ReportRow[]>();
    const unitIds = [...new Set(reports.map(({ unitId }) => unitId))];
    const units = await UnitModel.find(filterOf(tenantId, unitIds)).lean<UnitRow[]>();
    const labels = new Map(units.map(({ _id, label }) => [_id, label]));
    return reports.map(({ _id, unitId, propertyId }) => ({
      _id,
      nameIn: ({ alerts }) => unitName(alerts, labels.get(unitId) ?? '–'),
      propertyId,
    }));
  },
  async 'key.leaked'(tenantId, ids) {
    const keys = await ApiKeyModel.find(filterOf(tenantId, ids)).lean<ApiKeyRow[]>();
    return keys.map(({ _id, name }) => ({ _id, nameIn: () => name, propertyId: null }));
  },
  async 'key.expiring'(tenantId, ids) {
    const keys = await ApiKeyModel.find(filterOf(tenantId, ids)).lean<ApiKeyRow[]>();
    return keys.map(({ _id, name, expiresAt }) => ({
      _id,
      nameIn: ({ alerts }) => fill(alerts.key, { name, date: expiresAt.toISOString().slice(0, 10) }),
      propertyId: null,
    }));
  },
  async 'endpoint.failing'(tenantId, ids) {
    const endpoints = await WebhookEndpointModel.find(filterOf(tenantId, ids)).lean<WebhookEndpointRow[]>();
    return endpoints.map(({ _id, url }) => ({ _id, nameIn: () => url, propertyId: null }));
  },
};

type Where = Pick<PropertyRow, '_id' | 'name' | 'locale'>;

async function loadProperties(tenantId: string, ids: readonly string[]): Promise<Where[]> {
  if (ids.length === 0) return [];
  return PropertyModel.find(filterOf(tenantId, ids), { name: 1, locale: 1 }).lean<Where[]>();
}

/** Returns the language that all properties of a mail share, else English. */
function languageOfAll(properties: readonly Where[]): Language {
  const [language = 'en', ...others] = new Set(properties.map(({ locale }) => chooseLanguage(locale)));
  return others.length === 0 ? language : 'en';
}

/** The alerts of a mail, and the language that it is written in. */
interface NamedAlerts {
  alerts: NamedAlert[];
  language: Language;
}

/** Names the subjects of a mail. Leaves out those that have been removed since. */
export async function nameAlerts(
  { tenantId, items }: Pick<AlertMailRow, 'tenantId' | 'items'>,
  timeZone: string,
): Promise<NamedAlerts> {
  const places = new Map<string, Place>();
  for (const [type, ofType] of Map.groupBy(items, (item) => item.type)) {
    const ids = ofType.map(({ entityId }) => entityId);
    for (const place of await loaders[type](tenantId, ids)) places.set(place._id, place);
  }
  const propertyIds = new Set([...places.values()].flatMap(({ propertyId }) => propertyId ?? []));
  const properties = await loadProperties(tenantId, [...propertyIds]);
  const language = languageOfAll(properties);
  const locale = dateLocale(language, ...properties.map((property) => property.locale));
  const format = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const names = new Map(properties.map(({ _id, name }) => [_id, name]));
  const alerts = items.flatMap(({ type, entityId, at }) => {
    const place = places.get(entityId);
    if (!place) return [];
    const where = [place.nameIn(messagesIn(language)), names.get(place.propertyId ?? '')];
    return [{ type, name: where.filter((part) => part !== undefined).join(', '), time: format.format(at) }];
  });
  return { alerts, language };
}
