/** Returns a number with its noun: `1 unit`, `2,000 units`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
