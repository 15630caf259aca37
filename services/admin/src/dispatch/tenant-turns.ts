/** Which tenant is served next. */
export interface TenantTurns {
  /** Adds a tenant that may have work. */
  add(tenantId: string): void;
  /** The tenants that have a turn in a round. */
  readonly size: number;
  /** Takes the tenant whose turn it is; it is added again where it may have more. */
  next(): string | undefined;
  /** Reads the tenants with work again, where the list is empty or old. */
  refresh(): Promise<void>;
}

/** How long a list of tenants is used before it is read again, in milliseconds. */
const listMs = 500;

/** Lets tenants take turns. A new list begins after the tenant that had the last turn. */
export function createTenantTurns(list: () => Promise<string[]>): TenantTurns {
  let waiting: string[] = [];
  let listedAt = -Infinity;
  let last = '';
  return {
    get size() {
      return waiting.length;
    },
    add(tenantId) {
      if (!waiting.includes(tenantId)) waiting.push(tenantId);
    },
    next() {
      const tenantId = waiting.shift();
      last = tenantId ?? last;
      return tenantId;
    },
    async refresh() {
      if (waiting.length > 0 && performance.now() - listedAt < listMs) return;
      listedAt = performance.now();
      const tenants = (await list()).toSorted();
      const later = tenants.filter((tenantId) => tenantId > last);
      waiting = [...later, ...tenants.slice(0, tenants.length - later.length)];
    },
  };
}
