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
    super(`Another mail to ${domain} hangs.`);
    this.waitMs = waitMs;
  }
}

/** Lets mails end one after the other, except stalled ones. */
export interface MailTurns {
  /**
   * @param onHang is called once, when the mail stalls: its slot may go to another mail
   * @throws MailDeferred when a mail of the lane is stalled
   */
  begin(lane: MailLane, onHang: () => void): MailSubmission;
  /** Whether a tenant has so many stalled or deferred mails that no more may be claimed. */
  isFull(tenantId: string): boolean;
}

interface Options {
  /** Silence of the server after which a mail counts as stalled, in milliseconds. */
  patienceMs?: number;
  /** The maximum number of stalled mails that have released their slots. Each of them holds a connection. */
  maxHanging?: number;
}

/** Most servers answer within a second. Some check a message for longer before they accept it. */
const defaultPatienceMs = 3000;

/** Stalled mails of one tenant, with the number of mails deferred for them. */
interface StalledMails {
  domains: Map<string, StalledDomain>;
  held: number;
}

/** Stalled mails to one domain, and the start of the stall in milliseconds of `performance.now()`. */
interface StalledDomain {
  count: number;
  since: number;
}

/** The shortest wait of a deferred mail, in milliseconds. */
const shortestWaitMs = 1000;

/** The maximum numbers of stalled and of deferred mails per tenant, in one process. */
const [maxOfTenant, maxHeld] = [4, 100];

const domainOf = ({ to }: MailLane): string => emailKey(to).split('@').at(-1) ?? '';

/** Tracks the lanes with stalled mails. */
function createStalledMailTracker() {
  const tenants = new Map<string, StalledMails>();
  let count = 0;
  return {
    count: (): number => count,
    in: (lane: MailLane): number => tenants.get(lane.tenantId)?.domains.get(domainOf(lane))?.count ?? 0,
    add(lane: MailLane): void {
      const hanging = tenants.get(lane.tenantId) ?? { domains: new Map<string, StalledDomain>(), held: 0 };
      const before = hanging.domains.get(domainOf(lane)) ?? { count: 0, since: performance.now() };
      hanging.domains.set(domainOf(lane), { ...before, count: before.count + 1 });
      tenants.set(lane.tenantId, hanging);
      count += 1;
    },
    remove(lane: MailLane): void {
      const hanging = tenants.get(lane.tenantId);
      const domain = hanging?.domains.get(domainOf(lane));
      if (!hanging || !domain) return;
      if (domain.count > 1) hanging.domains.set(domainOf(lane), { ...domain, count: domain.count - 1 });
      else hanging.domains.delete(domainOf(lane));
      if (hanging.domains.size === 0) tenants.delete(lane.tenantId);
      count -= 1;
    },
    /** Counts a deferred mail of a lane and returns its error. */
    held(lane: MailLane): MailDeferred {
      const hanging = tenants.get(lane.tenantId);
      if (hanging) hanging.held += 1;
      const since = hanging?.domains.get(domainOf(lane))?.since ?? performance.now();
      return new MailDeferred(domainOf(lane), Math.max(shortestWaitMs, performance.now() - since));
    },
    isFull(tenantId: string): boolean {
      const hanging = tenants.get(tenantId);
      return hanging !== undefined && (hanging.domains.size >= maxOfTenant || hanging.held >= maxHeld);
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
  maxHanging = 12,
}: Options = {}): MailTurns {
  const enterQueue = createQueue();
  const hanging = createStalledMailTracker();
  return {
    isFull: (tenantId) => hanging.isFull(tenantId),
    begin(lane, onHang) {
      if (hanging.in(lane) > 0) throw hanging.held(lane);
      let [isHanging, isOver] = [false, false];
      let endTurn = (): void => undefined;
      const hang = (): void => {
        endTurn();
        if (isHanging) return;
        isHanging = true;
        const hasRoom = hanging.count() < maxHanging;
        hanging.add(lane);
        if (hasRoom) onHang();
      };
      let patience = setTimeout(hang, patienceMs);
      return {
        async enter() {
          clearTimeout(patience);
          endTurn = await enterQueue();
          // The connection may have been lost while the mail waited. No other code ends the turn then.
          if (isOver) return endTurn();
          if (hanging.in(lane) > (isHanging ? 1 : 0)) throw hanging.held(lane);
          patience = setTimeout(hang, patienceMs);
        },
        end() {
          isOver = true;
          clearTimeout(patience);
          endTurn();
          if (isHanging) hanging.remove(lane);
        },
      };
    },
  };
}
