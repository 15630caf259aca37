const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * Spells the fields of a form as telephony-a signs them: sorted by name, byte by byte, each value after its name. The
 * values of a repeated name are sorted, and each counts once.
 */
export function formText(form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted(bytewise);
  return names
    .flatMap((name) => [...new Set(form.getAll(name))].toSorted(bytewise).map((value) => name + value))
    .join('');
}
