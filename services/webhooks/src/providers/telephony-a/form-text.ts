const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** More fields than any webhook has. The sender of a form is unknown until its fields are sorted. */
const maxFields = 1000;

/** Whether a form has more fields than are worth sorting. It is not parsed for that. */
export function hasManyFields(rawBody: Buffer): boolean {
  let at = -1;
  for (let count = 0; count < maxFields; count += 1) {
    at = rawBody.indexOf('&', at + 1);
    if (at === -1) return false;
  }
  return true;
}

/**
 * Spells the fields of a form as telephony-a signs them: sorted by name, byte by byte, each value after its name. The
 * values of a repeated name are sorted, and each counts once.
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
