/** Longest answer, in characters: about 4,000 tokens. */
export const maxAnswer = 16_000;

/** Fields of an object, at most. No schema has as many; the columns of an imported table can. */
const maxFields = 150;

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Drops members without a value, and the tenant, which is the same in every answer. */
function dropAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropAbsent);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name, each]) => each !== null && name !== 'tenantId');
  return Object.fromEntries(members.map(([name, each]) => [name, dropAbsent(each)]));
}

interface Limits {
  items: number;
  characters: number;
}

/** Cuts long texts and long lists, and states how much is missing. */
function cut(value: unknown, limits: Limits): unknown {
  const { items, characters } = limits;
  if (typeof value === 'string' && value.length > characters)
    return `${value.slice(0, characters)}… (${value.length - characters} more characters)`;
  if (Array.isArray(value)) {
    const kept: unknown[] = value.slice(0, items).map((each) => cut(each, limits));
    return value.length > items ? [...kept, `(${value.length - items} more)`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).slice(0, maxFields);
  return Object.fromEntries(members.map(([name, each]) => [name, cut(each, limits)]));
}

/** Makes a value so short that its JSON fits. */
function shrink(value: unknown, maxLength: number): unknown {
  for (let items = 100; items >= 1; items = Math.floor(items / 2)) {
    const short = cut(value, { items, characters: items * 20 });
    if (lengthOf(short) <= maxLength) return short;
  }
  return { truncated: JSON.stringify(value).slice(0, maxLength / 2) };
}

/** A page of a list, as the client returns it. */
interface Page {
  items: readonly unknown[];
  total: number;
  offset: number;
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'items' in value && 'total' in value && 'offset' in value;

/** Keeps as many rows as fit. `nextOffset` continues with the first row that is missing. */
function fitPage({ items, total, offset }: Page): object {
  const rows: unknown[] = [];
  let length = 0;
  for (const item of items) {
    const row = shrink(item, maxAnswer / 2);
    length += lengthOf(row) + 1;
    if (length > maxAnswer - 200) break;
    rows.push(row);
  }
  const next = offset + rows.length;
  return { total, ...(next < total && { nextOffset: next }), rows };
}

/** Makes an answer compact and bounded. */
export function fit(value: unknown): unknown {
  const dense = dropAbsent(value);
  return isPage(dense) ? fitPage(dense) : shrink(dense, maxAnswer);
}
