import { AccessPointModel } from '@pas/shared/models/access-point';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import type { AlertType } from '@pas/shared/models/alert-mail';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { newProperty } from '@pas/shared/models/new-property';
import { accessPointRow, tenantRow, unitRow } from '@pas/testing/rows';
import { describe, expect, test } from 'vitest';
import { writeAlertMail } from '../src/alerts/alert-mail.ts';
import { nameAlerts } from '../src/alerts/name-alerts.ts';
import { startAdmin } from './admin-harness.ts';
import { apiKeyRow } from './api-key-row.ts';

await startAdmin();

/** Adds a property with a door and a unit. */
async function addPlace(tenantId: string, locale: string) {
  const property = {
    ...newProperty({ tenantId, now: new Date() }, { name: `At ${locale}`, timeZone: 'UTC' }),
    locale,
  };
  const door = accessPointRow({ tenantId, propertyId: property._id }, { name: 'Haupteingang' });
  const unit = unitRow(tenantId, { propertyId: property._id, label: '4B', labelKey: '4B' });
  await PropertyModel.insertMany([property]);
  await AccessPointModel.insertMany([door]);
  await UnitModel.insertMany([unit]);
  return { door: door._id, unit: unit._id };
}

/** Writes the mail about some entities. */
async function write(tenantId: string, about: readonly [AlertType, string][]) {
  const at = new Date('2026-03-05T18:30:00Z');
  const items = about.map(([type, entityId]) => ({ type, entityId, at }));
  const { alerts, language } = await nameAlerts({ tenantId, items }, 'UTC');
  const brand = { name: 'Harbor Homes', accent: '#1d5fc4', logoUrl: null };
  const facts = { brand, alerts, count: alerts.length, isDigest: about.length > 1 };
  return writeAlertMail({ ...facts, language });
}

describe('the mail of an alert', () => {
  test.each([
    ['de-AT', 'Eine Wohnung ist nicht zu erreichen', 'Wohnung 4B, At de-AT, 05.03.2026'],
    ['fr', 'Un logement est injoignable', 'Logement 4B, At fr, 5 mars 2026'],
    ['es-MX', 'No se puede llamar a una vivienda', 'Vivienda 4B, At es-MX, 5 mar 2026'],
    ['en-US', 'A unit cannot be reached', 'Unit 4B, At en-US, Mar 5, 2026'],
    ['pt', 'A unit cannot be reached', 'Unit 4B, At pt, Mar 5, 2026'],
  ])('is in the language of a property in %s', async (locale, subject, line) => {
    const { _id: tenantId } = tenantRow();
    const { unit } = await addPlace(tenantId, locale);
    const mail = await write(tenantId, [['unit.unreachable', unit]]);
    expect([mail.subject, mail.language]).toEqual([subject, locale === 'pt' ? 'en' : locale.slice(0, 2)]);
    expect(mail.text).toContain(line);
    expect(mail.html).toContain(`lang="${mail.language}"`);
  });

  test('uses the common language of its properties, else English', async () => {
    const { _id: tenantId } = tenantRow();
    const [vienna, berlin, lyon] = [
      await addPlace(tenantId, 'de-AT'),
      await addPlace(tenantId, 'de'),
      await addPlace(tenantId, 'fr'),
    ];
    const shared = await write(tenantId, [
      ['door.offline', vienna.door],
      ['door.offline', berlin.door],
    ]);
    expect(shared.subject).toBe('2 Meldungen der letzten 24 Stunden');
    expect(shared.text).toContain('2 Türen sind nicht erreichbar\n- Haupteingang, At de-AT');
    const mixed = await write(tenantId, [
      ['door.offline', vienna.door],
      ['door.offline', lyon.door],
    ]);
    expect(mixed.subject).toBe('2 alerts in the last 24 hours');
  });

  test('uses English without a property', async () => {
    const { _id: tenantId } = tenantRow();
    const key = apiKeyRow(tenantId, { name: 'Nightly' });
    await ApiKeyModel.insertMany([key]);
    expect((await write(tenantId, [['key.expiring', key._id]])).language).toBe('en');
  });
});
