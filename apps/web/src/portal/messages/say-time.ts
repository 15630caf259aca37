const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the time format of a language. Formats are cached, because creating one is slow. */
function formatOf(language: string, isThisYear: boolean, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${language} ${isThisYear} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(language, {
    ...(!isThisYear && { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
  formats.set(key, format);
  return format;
}

interface TimeOptions {
  now?: number;
  /** IANA. Default: the zone of the device. */
  timeZone?: string | undefined;
}

/** Formats a time in a language, with the year unless it is the current one. */
export function sayTime(language: string, at: string | number, options: TimeOptions = {}): string {
  const { now = Date.now(), timeZone } = options;
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return formatOf(language, isThisYear, timeZone).format(date);
}
