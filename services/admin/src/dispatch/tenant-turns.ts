/** Round-robin order of tenants. */
export interface TenantTurns {
  /** Adds a tenant that may have work. */
  add(tenantId: string): void;
  /** The number of tenants in the current round. */
  readonly size: number;
  /** Takes the next tenant. The caller adds it again when it may have more work. */
  next(): string | undefined;
  /** Reads the tenants with work again when the list is empty or old. */
  refresh(): Promise<void>;
}

/** Maximum age of a list of tenants, in milliseconds. */
const maxListAgeMs = 500;

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
      if (waiting.length > 0 && performance.now() - listedAt < maxListAgeMs) return;
      listedAt = performance.now();
      const tenants = (await list()).toSorted();
      const later = tenants.filter((tenantId) => tenantId > last);
      waiting = [...later, ...tenants.slice(0, tenants.length - later.length)];
    },
  };
}
