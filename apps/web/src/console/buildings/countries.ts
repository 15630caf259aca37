import { languageName } from '../parts/language-name.ts';

interface Choice {
  value: string;
  label: string;
}

/** The countries whose phone numbers the API reads (ISO 3166-1 alpha-2). */
const codes = `
AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY
BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ
FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR
IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH
MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK
PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA
TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/);

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The countries by their names. */
export const countryChoices: readonly Choice[] = codes
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));

/** The main zones of countries with remote parts in other zones. Source: CLDR, `primaryZones`. */
const mainZones: Readonly<Record<string, string>> = {
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  MH: 'Pacific/Majuro',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  UA: 'Europe/Kiev',
  UZ: 'Asia/Tashkent',
};

/** Some browsers do not know the zones of a country. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

const zoneChoice = (value: string): Choice => ({ value, label: value.replaceAll('_', ' ') });

/** Returns the time zones of a country, or all zones if the browser does not know them. */
export function zonesOf(country: string): readonly string[] {
  const locale: LocaleWithZones | null = country === '' ? null : new Intl.Locale(`und-${country}`);
  const zones = locale?.getTimeZones?.() ?? [];
  return zones.length > 0 ? zones : Intl.supportedValuesOf('timeZone');
}

/** Returns time zones as choices, with `current` among them. */
export const zoneChoices = (zones: readonly string[], current = ''): Choice[] =>
  (current === '' || zones.includes(current) ? zones : [current, ...zones]).map(zoneChoice);

/**
 * Returns the time zone of a new building in a country. It is the main or only zone, else the first likely zone
 * of the country; empty if none fits.
 */
export function usualZone(country: string, likely: readonly string[]): string {
  const zones = zonesOf(country);
  const only = zones.length === 1 ? zones[0] : undefined;
  return mainZones[country] ?? only ?? likely.find((zone) => zones.includes(zone)) ?? '';
}

/** The languages of messages to residents. */
const languages = ['en', 'es', 'fr', 'de'];

/** Returns the languages as choices, with `current` among them. */
export const languageChoices = (current = 'en'): Choice[] =>
  (languages.includes(current) ? languages : [current, ...languages]).map((value) => ({
    value,
    label: languageName(value),
  }));

/** Returns the most common language of a country, or English if messages do not speak it. */
export function usualLanguage(country: string): string {
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  return languages.includes(language) ? language : 'en';
}
