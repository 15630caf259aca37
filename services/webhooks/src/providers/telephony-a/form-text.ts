const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** More fields than any webhook has. The fields are sorted before the sender is verified. */
const maxFields = 1000;

/** Whether a form has too many fields to be sorted. It counts separators without parsing. */
export function hasManyFields(rawBody: Buffer): boolean {
  let at = -1;
  for (let count = 0; count < maxFields; count += 1) {
    at = rawBody.indexOf('&', at + 1);
    if (at === -1) return false;
  }
  return true;
}

/**
 * Serializes the fields of a form for the signature of telephony-a. Fields are sorted by name in byte order, and each
 * value follows its name. The values of a repeated name are sorted, and duplicates count once.
 */
export function formText(form: URLSearchParams): string {
  const values = Map.groupBy(form, ([name]) => name);
  return [...values]
    .toSorted(([a], [b]) => bytewise(a, b))
    .flatMap(([name, pairs]) => {
      const distinct = new Set(pairs.map(([, value]) => value));
      return [...distinct].toSorted(bytewise).map((value) => name + value);
    })
    .join('');
}
