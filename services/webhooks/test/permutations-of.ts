/** Lists all n! orders of n items. */
export function permutationsOf<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) =>
    permutationsOf(items.filter((_other, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}
