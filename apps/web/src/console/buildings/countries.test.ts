import { expect, test } from 'vitest';
import {
  countryChoices,
  languageChoices,
  usualLanguage,
  usualZone,
  zoneChoices,
  zonesOf,
} from './countries.ts';

test.each([
  ['DE', [], 'Europe/Berlin', 'de'],
  ['FR', [], 'Europe/Paris', 'fr'],
  ['ES', ['Atlantic/Canary'], 'Europe/Madrid', 'es'],
  ['AT', [], 'Europe/Vienna', 'de'],
  ['IT', [], 'Europe/Rome', 'en'],
  ['US', ['Europe/Berlin', 'America/Chicago', 'America/New_York'], 'America/Chicago', 'en'],
  ['US', ['Europe/Berlin'], '', 'en'],
  ['MX', [], '', 'es'],
])('a building in %s with the likely zones %j gets %s and %s', (country, likely, zone, language) => {
  expect([usualZone(country, likely), usualLanguage(country)]).toEqual([zone, language]);
});

test('the zones of a country are offered, and all zones without one', () => {
  expect(zonesOf('DE')).toContain('Europe/Berlin');
  expect(zonesOf('DE')).not.toContain('America/New_York');
  expect(zonesOf('')).toContain('America/New_York');
});

test('every country has a name, and they are in the order of the names', () => {
  expect(countryChoices).toContainEqual({ value: 'DE', label: 'Germany' });
  expect(countryChoices.filter(({ value, label }) => value === label)).toEqual([]);
  expect(countryChoices[0]?.label).toBe('Afghanistan');
});

test('a stored value beyond the usual ones stays a choice', () => {
  expect(languageChoices('pt-BR').map(({ value }) => value)).toEqual(['pt-BR', 'en', 'es', 'fr', 'de']);
  expect(zoneChoices(['Europe/Berlin'], 'UTC').map(({ value }) => value)).toEqual(['UTC', 'Europe/Berlin']);
  expect(zoneChoices(['America/New_York'])).toEqual([
    { value: 'America/New_York', label: 'America/New York' },
  ]);
});
