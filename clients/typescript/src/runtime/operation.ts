/** Properties of an operation, one letter each: see `tools/src/clients/operation-flags.ts`. */
export type Flag = 'b' | 'c' | 'd' | 'f' | 'i' | 'k' | 'l' | 'm' | 'o' | 'p' | 'r' | 's' | 't' | 'u' | 'x';

/** An operation of the service: method, path, flags, and the member of the answer that the client returns. */
export type OperationRow = readonly [method: string, path: string, flags: string, member?: string];

/** The operations of a client, by the names of their methods. */
export type OperationTable = Readonly<Record<string, OperationRow>>;

/** An operation, read from its row. */
export interface Operation {
  /** Name of the method, such as `onboarding.invites.dispatch`. */
  name: string;
  method: string;
  path: string;
  /** The member of the answer that the client returns; null for the whole answer. */
  member: string | null;
  has: (flag: Flag) => boolean;
}

/** Reads a row of the table. */
export function operationOf(name: string, [method, path, flags, member]: OperationRow): Operation {
  return { name, method, path, member: member ?? null, has: (flag) => flags.includes(flag) };
}
