const minuteMs = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish times are written as `2026-06-05 18:00`, and a year below 1000 without zeros. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  formats.set(timeZone, format);
  return format;
}

/** Returns the local time of a zone, such as `2026-06-05T18:00`, as date fields read and write it. */
export const wallTimeOf = (at: number, timeZone: string): string =>
  formatOf(timeZone)
    .format(at)
    .replace(' ', 'T')
    .replace(/^\d+/, (year) => year.padStart(4, '0'));

/** Returns the difference of a zone's local time to UTC at a moment, in milliseconds. */
const offsetOf = (at: number, timeZone: string): number =>
  Date.parse(`${wallTimeOf(at, timeZone)}Z`) - Math.floor(at / minuteMs) * minuteMs;

/**
 * Returns the moment of a local time, in milliseconds; NaN for a text that is no time. Autumn repeats an hour: the
 * first one counts. Spring skips an hour: its times become those of the next hour.
 *
 * @param wall such as `2026-06-05T18:00`
 */
export function momentOf(wall: string, timeZone: string): number {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return NaN;
  const dayMs = 1440 * minuteMs;
  const candidates = [-dayMs, dayMs].map((shift) => asUtc - offsetOf(asUtc + shift, timeZone));
  const [first = NaN] = candidates
    .filter((at) => wallTimeOf(at, timeZone) === wall)
    .toSorted((a, b) => a - b);
  return Number.isNaN(first) ? Math.max(...candidates) : first;
}

/** The time zone of the device, IANA. */
export const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the clocks of a zone and of the person's own one differ at a moment. */
export const hasOtherClock = (at: number, timeZone: string, own = ownZone): boolean =>
  wallTimeOf(at, timeZone) !== wallTimeOf(at, own);

/** Returns the name of a zone in a language, such as `Eastern Time` or `heure d’Europe centrale`. */
export function zoneName(timeZone: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' });
  return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
