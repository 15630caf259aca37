import { availableParallelism } from 'node:os';
import { rateLimited } from '@pas/platform/errors/raise';
import { unavailable } from '@pas/shared/errors/raise';
import { createLimitPauses } from './limit-pauses.ts';
import { TenantLines, type Waiter } from './tenant-lines.ts';

/** A tenant's turn to have a file read. */
interface Turn {
  /** @param hasHitLimit whether a limit has ended the reading */
  end(hasHitLimit: boolean): void;
}

/** The number of files read at once. More than the cores would only delay each other. */
const defaultTurns = Math.max(2, availableParallelism());

/** The maximum number of waiting files per tenant. */
const maxWaiting = 16;

/** Maximum wait of a file for its turn, in milliseconds. Clients time out after a minute. */
const maxWaitMs = 15_000;

const overloaded = () =>
  unavailable('Other imports are being read at the moment. Try again.', 'overloaded', 5);

const tooMany = () =>
  rateLimited('Another import of this tenant is being read. Send one file after the other.', 5);

const paused = (ms: number) =>
  rateLimited(
    'A file of this tenant took more time or memory than an import may take. Wait, and send a smaller file.',
    Math.ceil(ms / 1000),
  );

/** Turns of one process. Each tenant has one file read at a time, and tenants take turns. */
export class ReaderTurns {
  readonly #pauses = createLimitPauses();
  readonly #running = new Set<string>();
  readonly #lines = new TenantLines();
  readonly #maxRunning: number;

  /** @param maxRunning the number of files read at once */
  constructor(maxRunning = defaultTurns) {
    this.#maxRunning = maxRunning;
  }

  /**
   * Waits for a turn.
   *
   * @param signal ends the wait
   * @throws rate_limited for a tenant whose files wait too long or hit limits
   * @throws unavailable while other tenants have all turns
   */
  async take(tenantId: string, signal: AbortSignal): Promise<Turn> {
    const pauseMs = this.#pauses.leftMs(tenantId);
    if (pauseMs > 0) throw paused(pauseMs);
    if (this.#isFree(tenantId)) return this.#start(tenantId);
    if (this.#lines.lengthOf(tenantId) >= maxWaiting) throw tooMany();
    return this.#wait(tenantId, signal);
  }

  #isFree(tenantId: string): boolean {
    return this.#running.size < this.#maxRunning && !this.#running.has(tenantId);
  }

  #start(tenantId: string): Turn {
    this.#running.add(tenantId);
    return { end: (hasHitLimit) => this.#end(tenantId, hasHitLimit) };
  }

  #end(tenantId: string, hasHitLimit: boolean): void {
    this.#running.delete(tenantId);
    this.#lines.moveBack(tenantId);
    if (hasHitLimit) {
      this.#pauses.extend(tenantId);
      this.#lines.refuse(tenantId, paused(this.#pauses.leftMs(tenantId)));
    }
    for (const [next, waiter] of this.#lines.heads()) if (this.#isFree(next)) waiter.admit();
  }

  #wait(tenantId: string, signal: AbortSignal): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#lines.leave(tenantId, waiter);
      };
      const waiter: Waiter = {
        admit: () => {
          leave();
          resolve(this.#start(tenantId));
        },
        refuse(error) {
          leave();
          reject(error);
        },
      };
      const giveUp = (): void => waiter.refuse(this.#running.has(tenantId) ? tooMany() : overloaded());
      const timer = setTimeout(giveUp, maxWaitMs);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#lines.join(tenantId, waiter);
    });
  }
}
