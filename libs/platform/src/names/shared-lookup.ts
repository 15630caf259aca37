import type { LookupAddress } from 'node:dns';
import { lookup as lookUpBySystem } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';

/** The time that a connection waits for new addresses of a name whose last ones are known, in milliseconds. */
const patienceMs = 500;

/** Maximum number of names whose last addresses are kept. */
const maxNames = 1000;

/** Resolves all addresses of a name. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

/** Resolves as the machine is configured: hosts file, name servers, search domains. */
const resolveBySystem: ResolveName = (name) => lookUpBySystem(name, { all: true });

/** Look-ups that share their results. */
export interface SharedLookup {
  /** Resolves a name now. Callers during one look-up of a name share its result. */
  resolve: ResolveName;
  /** The look-up of new connections. It falls back to the last addresses of the name. */
  readonly lookup: LookupFunction;
}

/** Whether a name server has answered that the name has no address. */
const isUnknown = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'ENOTFOUND';

const noAddress = (name: string): Error =>
  Object.assign(new Error(`${name} has no address of this family.`), { code: 'ENOTFOUND' });

/** Gives a connection the addresses that it has asked for. */
function answer(
  addresses: readonly LookupAddress[],
  {
    name,
    options,
    done,
  }: { name: string; options: Parameters<LookupFunction>[1]; done: Parameters<LookupFunction>[2] },
): void {
  const family = Number(String(options.family ?? 0).replace('IPv', ''));
  const usable = addresses.filter((each) => family === 0 || each.family === family);
  const [first] = usable;
  if (!first) done(noAddress(name), '');
  else if (options.all) done(null, usable);
  else done(null, first.address, first.family);
}

/**
 * Makes look-ups that together occupy at most one thread of the process.
 *
 * The system's look-up blocks a thread for ten seconds or longer while the name servers do not answer. Node runs two
 * of them at once and queues the others. Here one runs at a time, and a name is queued once at most. A connection uses
 * the last addresses of a name that does not resolve in time. A name that the name servers do not know is forgotten.
 *
 * @param byName resolves one name; default: as the machine is configured
 * @param waitMs the longest wait for a name whose last addresses are known, in milliseconds
 */
export function createSharedLookup(byName = resolveBySystem, waitMs = patienceMs): SharedLookup {
  const known = new LRUCache<string, readonly LookupAddress[]>({ max: maxNames });
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  let last: Promise<unknown> = Promise.resolve();

  const lookUp = async (name: string): Promise<readonly LookupAddress[]> => {
    try {
      const addresses = await byName(name);
      known.set(name, addresses);
      return addresses;
    } catch (error) {
      if (isUnknown(error)) known.delete(name);
      throw error;
    } finally {
      underWay.delete(name);
    }
  };
  const enqueue = (name: string): Promise<readonly LookupAddress[]> => {
    const queued = last.then(() => lookUp(name));
    underWay.set(name, queued);
    last = queued.catch(() => undefined);
    return queued;
  };
  const resolve: ResolveName = (name) => underWay.get(name) ?? enqueue(name);

  const find: ResolveName = (name) => {
    const current = resolve(name);
    const before = known.get(name);
    if (!before) return current;
    const orLast = current.catch((error: unknown) => {
      if (isUnknown(error)) throw error;
      return before;
    });
    return Promise.race([orLast, pause(waitMs, before, { ref: false })]);
  };
  const findOrFail = callbackify(find);
  const lookup: LookupFunction = (name, options, done) => {
    findOrFail(name, (error: NodeJS.ErrnoException | null, addresses) => {
      if (error) done(error, '');
      else answer(addresses, { name, options, done });
    });
  };
  return { resolve, lookup };
}
