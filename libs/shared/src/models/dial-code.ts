/** Days in which no other unit gets the code of a deleted unit. A visitor with an old code then reaches nobody else. */
export const dialCodeRestDays = 30;

/** Returns the code of a label that has only digits, such as `101`; null for any other label. */
export const codeFromLabel = (labelKey: string): string | null =>
  /^\d{1,8}$/.test(labelKey) ? labelKey : null;

/** Returns the spare code at an index from 0, in ascending order: `000` to `099`, `0100` to `0999`, … */
export const spareCode = (index: number): string => `0${String(index).padStart(2, '0')}`;

/** Returns the index of a spare code; null for any other code. */
export function spareIndexOf(code: string): number | null {
  const index = Number(code.slice(1));
  return code.length > 2 && spareCode(index) === code ? index : null;
}

/**
 * Plans the codes of new units of one property. Labels with only digits take these digits if they are free. Any other
 * label takes the lowest free spare code.
 *
 * @param taken the codes in use or at rest; no spare index below `floor` is free
 */
export function planCodes(
  labelKeys: readonly string[],
  { taken, floor }: { taken: ReadonlySet<string>; floor: number },
): string[] {
  const used = new Set(taken);
  const take = (code: string): string => {
    used.add(code);
    return code;
  };
  const own = labelKeys.map((labelKey) => {
    const code = codeFromLabel(labelKey);
    return code === null || used.has(code) ? null : take(code);
  });
  let index = floor;
  const nextSpare = (): string => {
    while (used.has(spareCode(index))) index += 1;
    return take(spareCode(index));
  };
  return own.map((code) => code ?? nextSpare());
}
