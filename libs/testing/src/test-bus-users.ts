import { randomBytes } from 'node:crypto';
import { busUserName, busUsers, type BusUser } from '@pas/shared/events/bus-users';
import { natsUser, type NatsAccount } from './nats-config.ts';

/** An account of a test's own server, with every declared user. */
export interface TestAccount {
  account: NatsAccount;
  /** Returns the address of a server as one of its users. */
  urlOf: (user: BusUser, address: string) => string;
}

/** Makes an account with unique passwords: the name of each user and a secret of the account. */
export function makeTestAccount(name = 'TEST'): TestAccount {
  const secret = randomBytes(16).toString('hex');
  const passwordOf = (user: BusUser): string => `${user}.${secret}`;
  return {
    account: {
      name,
      users: busUsers.map((user) => natsUser({ account: name, user, password: passwordOf(user) })),
    },
    urlOf: (user, address) => `nats://${busUserName(name, user)}:${passwordOf(user)}@${address}`,
  };
}

/** Converts the operator's address of a test's server to that of another user of the account. */
export function asBusUser(operatorUrl: string, user: BusUser): string {
  return operatorUrl.replace('-operator-1:operator.', `-${user}-1:${user}.`);
}
