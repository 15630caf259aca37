import { emailKey } from '@pas/shared/contacts/email';

/** Tenant and recipient of a mail. A stalled mail delays only mails of the same tenant to the same domain. */
export interface MailLane {
  tenantId: string;
  /** The address of the recipient. */
  to: string;
}

/** One mail in submission to the server. */
export interface MailSubmission {
  /**
   * Waits for the turn to end the message. The server accepts the message after its end.
   *
   * @throws MailDeferred when another mail of the lane has stalled meanwhile
   */
  enter(): Promise<void>;
  /** Ends the turn: the mail is recorded, or it is not sent. */
  end(): void;
}

/** Thrown for a mail that is deferred until a stalled mail of its lane ends. It is not sent. */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred';
  /** Wait before the next attempt, in milliseconds: the time for which the other mail has stalled so far. */
  readonly waitMs: number;
  constructor(domain: string, waitMs: number) {
    super(`Another mail to ${domain} has stalled.`);
    this.waitMs = waitMs;
  }
}

/** Lets mails end one after the other, except stalled ones. */
export interface MailTurns {
  /**
   * @param onStall is called once, when the mail stalls: its slot may go to another mail
   * @throws MailDeferred when a mail of the lane is stalled
   */
  begin(lane: MailLane, onStall: () => void): MailSubmission;
  /** Whether a tenant has so many stalled or deferred mails that no more may be claimed. */
  isFull(tenantId: string): boolean;
}

interface Options {
  /** Silence of the server after which a mail counts as stalled, in milliseconds. */
  patienceMs?: number;
  /** The maximum number of stalled mails that have released their slots. Each of them holds a connection. */
  maxStalled?: number;
}

/** Most servers answer within a second. Some check a message for longer before they accept it. */
const defaultPatienceMs = 3000;

/** Stalled mails of one tenant, with the number of mails deferred for them. */
interface StalledMails {
  domains: Map<string, StalledDomain>;
  deferredCount: number;
}

/** Stalled mails to one domain, and the start of the stall in milliseconds of `performance.now()`. */
interface StalledDomain {
  count: number;
  since: number;
}

/** The shortest wait of a deferred mail, in milliseconds. */
const shortestWaitMs = 1000;

/** The maximum numbers of domains with stalled mails, and of deferred mails, of a tenant in one process. */
const [maxStalledDomains, maxDeferred] = [4, 100];

const domainOf = ({ to }: MailLane): string => emailKey(to).split('@').at(-1) ?? '';

/** Tracks the lanes with stalled mails. */
function createStalledMailTracker() {
  const tenants = new Map<string, StalledMails>();
  let count = 0;
  return {
    count: (): number => count,
    countIn: (lane: MailLane): number => tenants.get(lane.tenantId)?.domains.get(domainOf(lane))?.count ?? 0,
    add(lane: MailLane): void {
      const stalled = tenants.get(lane.tenantId) ?? {
        domains: new Map<string, StalledDomain>(),
        deferredCount: 0,
      };
      const before = stalled.domains.get(domainOf(lane)) ?? { count: 0, since: performance.now() };
      stalled.domains.set(domainOf(lane), { ...before, count: before.count + 1 });
      tenants.set(lane.tenantId, stalled);
      count += 1;
    },
    remove(lane: MailLane): void {
      const stalled = tenants.get(lane.tenantId);
      const domain = stalled?.domains.get(domainOf(lane));
      if (!stalled || !domain) return;
      if (domain.count > 1) stalled.domains.set(domainOf(lane), { ...domain, count: domain.count - 1 });
      else stalled.domains.delete(domainOf(lane));
      if (stalled.domains.size === 0) tenants.delete(lane.tenantId);
      count -= 1;
    },
    /** Counts a deferred mail of a lane and returns its error. */
    defer(lane: MailLane): MailDeferred {
      const stalled = tenants.get(lane.tenantId);
      if (stalled) stalled.deferredCount += 1;
      const since = stalled?.domains.get(domainOf(lane))?.since ?? performance.now();
      return new MailDeferred(domainOf(lane), Math.max(shortestWaitMs, performance.now() - since));
    },
    isFull(tenantId: string): boolean {
      const stalled = tenants.get(tenantId);
      return (
        stalled !== undefined &&
        (stalled.domains.size >= maxStalledDomains || stalled.deferredCount >= maxDeferred)
      );
    },
  };
}

/** Runs callers one after the other. The returned function ends the turn; further calls have no effect. */
function createQueue(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = before.then(() => promise);
    await before;
    return resolve;
  };
}

/**
 * Creates the mail turns of a process. A turn lasts until the mail is recorded, so that a crash repeats one
 * mail at most. After a long silence of the server the mail counts as stalled. Its turn goes to the next
 * mail, and further mails of its tenant to its domain are deferred. A crash may also repeat the stalled
 * mails: one per lane.
 */
export function createMailTurns({
  patienceMs = defaultPatienceMs,
  maxStalled = 12,
}: Options = {}): MailTurns {
  const enterQueue = createQueue();
  const stalled = createStalledMailTracker();
  return {
    isFull: (tenantId) => stalled.isFull(tenantId),
    begin(lane, onStall) {
      if (stalled.countIn(lane) > 0) throw stalled.defer(lane);
      let [isStalled, isOver] = [false, false];
      let endTurn = (): void => undefined;
      const stall = (): void => {
        endTurn();
        if (isStalled) return;
        isStalled = true;
        const hasRoom = stalled.count() < maxStalled;
        stalled.add(lane);
        if (hasRoom) onStall();
      };
      let patience = setTimeout(stall, patienceMs);
      return {
        async enter() {
          clearTimeout(patience);
          endTurn = await enterQueue();
          // The connection may have been lost while the mail waited. No other code ends the turn then.
          if (isOver) return endTurn();
          if (stalled.countIn(lane) > (isStalled ? 1 : 0)) throw stalled.defer(lane);
          patience = setTimeout(stall, patienceMs);
        },
        end() {
          isOver = true;
          clearTimeout(patience);
          endTurn();
          if (isStalled) stalled.remove(lane);
        },
      };
    },
  };
}
