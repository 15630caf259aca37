import { createHash } from 'node:crypto';
import { networkOf } from '@pas/platform/http/network-of';
import type { ClientSession } from 'mongoose';
import { AccountModel, type AccountRow } from '../models/account.ts';
import { deviceTtlSeconds } from '../sessions/device-cookie.ts';

/** Number of known browsers of an account, and of known networks. The latest sign-ins are kept. */
const maxKnown = 10;

const knownMs = deviceTtlSeconds * 1000;
const dayMs = 24 * 3_600_000;

/** The origin of a sign-in. */
export interface SignInSource {
  ip: string | null;
  /** The token of the browser's device cookie; null for programs. */
  device: string | null;
}

/** An account, and the moment and source of a sign-in to it. */
interface SignIn {
  account: Pick<AccountRow, '_id' | 'passwordHash' | 'knownDevices' | 'knownNetworks'>;
  source: SignInSource;
  now: Date;
}

/**
 * Returns the mark of a browser or a network at an account. It reveals neither. The marks of one browser at two
 * accounts cannot be linked.
 */
const markOf = (accountId: string, kind: 'device' | 'network', value: string): string =>
  createHash('sha256').update(`${kind}|${accountId}|${value}`).digest('base64url');

function marksOf(_id: string, { ip, device }: SignInSource) {
  return {
    device: device === null ? null : markOf(_id, 'device', device),
    network: ip === null ? null : markOf(_id, 'network', networkOf(ip)),
  };
}

/** Returns the known sources of a new account: those of the sign-up that makes it. */
export function firstKnown(
  accountId: string,
  source: SignInSource,
  at: Date,
): Pick<AccountRow, 'knownDevices' | 'knownNetworks'> {
  const { device, network } = marksOf(accountId, source);
  const known = (mark: string | null) => (mark === null ? [] : [{ mark, at }]);
  return { knownDevices: known(device), knownNetworks: known(network) };
}

/** A browser or a network that has signed in to an account within 30 days. */
export interface KnownSource {
  kind: 'device' | 'network';
  mark: string;
}

/** Returns the sources of a sign-in that the account has known since a time, the browser first. */
function findSince(signIn: SignIn, since: number): KnownSource[] {
  const { knownDevices: device, knownNetworks: network } = signIn.account;
  const known = { device, network };
  const marks = marksOf(signIn.account._id, signIn.source);
  return (['device', 'network'] as const).flatMap((kind) => {
    const found = known[kind].find(({ mark, at }) => mark === marks[kind] && at.getTime() > since);
    return found ? [{ kind, mark: found.mark }] : [];
  });
}

/** Returns the known browser of a sign-in, else the known network; null for an unknown source. */
export function findKnownSource(signIn: SignIn): KnownSource | null {
  return findSince(signIn, signIn.now.getTime() - knownMs)[0] ?? null;
}

/** Whether the browser and the network of a sign-in were recorded within the last day. */
function wasRecordedToday(signIn: SignIn): boolean {
  const marks = Object.values(marksOf(signIn.account._id, signIn.source)).filter((mark) => mark !== null);
  return findSince(signIn, signIn.now.getTime() - dayMs).length === marks.length;
}

/**
 * Returns the update expression that puts a mark in front of a stored list. It removes the mark's duplicate and
 * expired marks.
 */
function withMark(field: 'knownDevices' | 'knownNetworks', mark: string, now: Date) {
  const isOther = { $ne: ['$$each.mark', mark] };
  const isRecent = { $gt: ['$$each.at', new Date(now.getTime() - knownMs)] };
  const others = { $filter: { input: `$${field}`, as: 'each', cond: { $and: [isOther, isRecent] } } };
  return { $slice: [{ $concatArrays: [[{ mark, at: now }], others] }, maxKnown] };
}

/**
 * Records, within a change, the browser and network of a sign-in. Guesses from elsewhere no longer lock them out.
 *
 * @param where further conditions on the account
 * @returns whether such an account exists
 */
export async function recordSource(
  signIn: SignIn,
  session: ClientSession,
  where: object = {},
): Promise<boolean> {
  const { account, source, now } = signIn;
  const { device, network } = marksOf(account._id, source);
  const fields = {
    updatedAt: now,
    ...(device !== null && { knownDevices: withMark('knownDevices', device, now) }),
    ...(network !== null && { knownNetworks: withMark('knownNetworks', network, now) }),
  };
  const filter = { _id: account._id, ...where };
  const { matchedCount } = await AccountModel.collection.updateOne(filter as never, [{ $set: fields }], {
    session,
  });
  return matchedCount > 0;
}

/**
 * Records, within a change, the source of a sign-in that writes nothing else to the account. Sends no statement for a
 * source recorded within the last day, or for an account without a password.
 */
export async function recordSourceDaily(signIn: SignIn, session: ClientSession): Promise<void> {
  if (signIn.account.passwordHash !== null && !wasRecordedToday(signIn)) await recordSource(signIn, session);
}
