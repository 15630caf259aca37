import { createHash } from 'node:crypto';
import type { Membership, People } from './people.ts';
import { addressKey } from '../address-key.ts';

/** A person at the provider. */
export interface Account {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly organizations: readonly Membership[];
}

/** An e-mail as declared by a client. */
type DeclaredEmail = Pick<Account, 'email' | 'emailVerified'>;

/** Accounts of the provider: the demo people, and every e-mail with a requested token. */
export interface AccountDirectory {
  find(sub: string): Account | undefined;
  /** Finds the staff person with these credentials. */
  signIn(email: string, password: string): Account | undefined;
  /** Returns the account of an e-mail. An unknown e-mail gets a new account, and counts as verified. */
  admit(email: string): Account;
  /** Stores an e-mail and its latest declared state, and returns its account. */
  remember(declared: DeclaredEmail): Account;
}

/**
 * Derives the subject of an e-mail. It is equal for all spellings of an address (`addressKey`) and after restarts.
 * A pinned identity therefore stays the same person.
 */
export function subjectOf(email: string): string {
  return `person_${createHash('sha256').update(addressKey(email)).digest('hex').slice(0, 32)}`;
}

/** Keeps at most `limit` accounts in memory, besides the demo people. */
export function createAccountDirectory(people: People, limit = 50_000): AccountDirectory {
  const demo = new Map<string, Account>();
  for (const person of [...people.residents, ...people.staff]) {
    const account = { ...blank(person.email), ...person };
    demo.set(account.sub, pickAccount(account));
  }
  const passwords = new Map(people.staff.map(({ email, password }) => [subjectOf(email), password]));
  const remembered = new Map<string, Account>();
  const find = (sub: string) => remembered.get(sub) ?? demo.get(sub);
  const remember = ({ email, emailVerified }: DeclaredEmail): Account => {
    const account = { ...(find(subjectOf(email)) ?? blank(email)), email, emailVerified };
    remembered.delete(account.sub);
    remembered.set(account.sub, account);
    const [oldest] = remembered.keys();
    if (remembered.size > limit && oldest !== undefined) remembered.delete(oldest);
    return account;
  };

  return {
    find,
    signIn(email, password) {
      const sub = subjectOf(email);
      return passwords.get(sub) === password ? demo.get(sub) : undefined;
    },
    admit: (email) => find(subjectOf(email)) ?? remember({ email, emailVerified: true }),
    remember,
  };
}

function blank(email: string): Account {
  return { sub: subjectOf(email), email, emailVerified: true, name: null, organizations: [] };
}

/** Removes the password. An account contains only public fields. */
function pickAccount({ sub, email, emailVerified, name, organizations }: Account): Account {
  return { sub, email, emailVerified, name, organizations };
}
