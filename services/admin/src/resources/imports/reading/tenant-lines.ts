/** A file that waits for its turn. */
export interface Waiter {
  admit(): void;
  refuse(error: Error): void;
}

/** Queues of waiting files, one per tenant. The tenant whose turn is next comes first. */
export class TenantLines {
  readonly #lines = new Map<string, Set<Waiter>>();

  lengthOf(tenantId: string): number {
    return this.#lines.get(tenantId)?.size ?? 0;
  }

  join(tenantId: string, waiter: Waiter): void {
    const line = this.#lines.get(tenantId) ?? new Set();
    this.#lines.set(tenantId, line.add(waiter));
  }

  leave(tenantId: string, waiter: Waiter): void {
    const line = this.#lines.get(tenantId);
    line?.delete(waiter);
    if (line?.size === 0) this.#lines.delete(tenantId);
  }

  /** Moves a tenant to the end. */
  moveBack(tenantId: string): void {
    const line = this.#lines.get(tenantId);
    this.#lines.delete(tenantId);
    if (line) this.#lines.set(tenantId, line);
  }

  /** Returns the first file of each tenant, in tenant order. */
  heads(): [tenantId: string, waiter: Waiter][] {
    return [...this.#lines].flatMap(([tenantId, [waiter]]) => (waiter ? [[tenantId, waiter]] : []));
  }

  /** Refuses all files of a tenant. */
  refuse(tenantId: string, error: Error): void {
    for (const waiter of this.#lines.get(tenantId) ?? []) waiter.refuse(error);
  }
}
