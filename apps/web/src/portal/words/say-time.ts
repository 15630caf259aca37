const formats = new Map<string, Intl.DateTimeFormat>();

/** The way in which a language writes a time; making one is slow, so each is kept. */
function formatOf(language: string, isThisYear: boolean): Intl.DateTimeFormat {
  const key = `${language} ${isThisYear}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(language, {
    ...(!isThisYear && { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  formats.set(key, format);
  return format;
}

/** A time as a language writes it, with the year where it is another one than now. */
export function sayTime(language: string, at: string | number, now = Date.now()): string {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return formatOf(language, isThisYear).format(date);
}
