/** Whose mail it is: one that hangs holds up only those of the same tenant to the same domain. */
export interface MailLane {
  tenantId: string;
  /** The address of the recipient. */
  to: string;
}

/** One mail on its way to the server. */
export interface MailOnItsWay {
  /**
   * Waits for the turn to end the message. After it the server takes the message.
   *
   * @throws MailHeld where another mail of the lane has begun to hang meanwhile
   */
  enter(): Promise<void>;
  /** The mail is recorded, or it is not sent. */
  end(): void;
}

/** Thrown for a mail that has to wait until another one of its lane no longer hangs. It is not sent. */
export class MailHeld extends Error {
  override readonly name = 'MailHeld';
  /** How long the mail is to wait, in milliseconds: as long as the other one has hung by now. */
  readonly waitMs: number;
  constructor(domain: string, waitMs: number) {
    super(`Another mail to ${domain} hangs.`);
    this.waitMs = waitMs;
  }
}

/** Lets mails end one after the other, except those that hang. */
export interface MailTurns {
  /**
   * @param onHang is called once, when the mail hangs: its place may go to another one
   * @throws MailHeld where a mail of the lane hangs
   */
  begin(lane: MailLane, onHang: () => void): MailOnItsWay;
  /** Whether mails of a tenant hang and so many others were held for them that no more are to be taken. */
  isFull(tenantId: string): boolean;
}

interface Options {
  /** How long a server may be silent until a mail hangs, in milliseconds. */
  patienceMs?: number;
  /** The most mails that hang and have given back their places. Each of them has a connection. */
  maxHanging?: number;
}

/** Most servers answer within a second. Some check a message for longer, before they take it. */
const usualPatienceMs = 3000;

/** The mails that hang, with the others that were held for them, of one tenant. */
interface Hanging {
  domains: Map<string, HangingDomain>;
  held: number;
}

/** The mails to one domain that hang, and since when, in milliseconds of `performance.now()`. */
interface HangingDomain {
  count: number;
  since: number;
}

/** The shortest wait of a mail that is held, in milliseconds. */
const shortestWaitMs = 1000;

/** The most mails of a tenant that hang at once, and the most that are taken and held meanwhile, in one process. */
const [maxOfTenant, maxHeld] = [4, 100];

const domainOf = ({ to }: MailLane): string => to.slice(to.lastIndexOf('@') + 1).toLowerCase();

/** The lanes in which a mail hangs. */
function createHanging() {
  const tenants = new Map<string, Hanging>();
  let count = 0;
  return {
    count: (): number => count,
    in: (lane: MailLane): number => tenants.get(lane.tenantId)?.domains.get(domainOf(lane))?.count ?? 0,
    add(lane: MailLane): void {
      const hanging = tenants.get(lane.tenantId) ?? { domains: new Map<string, HangingDomain>(), held: 0 };
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
    /** The refusal of a mail of a lane, which is counted. */
    held(lane: MailLane): MailHeld {
      const hanging = tenants.get(lane.tenantId);
      if (hanging) hanging.held += 1;
      const since = hanging?.domains.get(domainOf(lane))?.since ?? performance.now();
      return new MailHeld(domainOf(lane), Math.max(shortestWaitMs, performance.now() - since));
    },
    isFull(tenantId: string): boolean {
      const hanging = tenants.get(tenantId);
      return hanging !== undefined && (hanging.domains.size >= maxOfTenant || hanging.held >= maxHeld);
    },
  };
}

/** Lets work in one after the other. The function that is returned ends the turn; further calls have no effect. */
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
 * Makes the turns of a process. A turn lasts until the mail is recorded, so that a crash repeats one mail at most. If the
 * server is silent for too long, the mail hangs: the turn goes to the next mail, and the other mails of its tenant to its
 * domain are held. A crash may repeat each mail that hangs, too: one for each lane.
 */
export function createMailTurns({ patienceMs = usualPatienceMs, maxHanging = 12 }: Options = {}): MailTurns {
  const enterQueue = createQueue();
  const hanging = createHanging();
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
          // The connection may have been lost while the mail waited. Nobody else ends the turn then.
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
