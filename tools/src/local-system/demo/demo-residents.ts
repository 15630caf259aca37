import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newId } from '@pas/shared/ids/id';
import type { AccountRow } from '@pas/shared/models/account';
import type { UnitRow } from '@pas/shared/models/unit';
import type { UserRow } from '@pas/shared/models/user';
import { newLiveRow } from '@pas/shared/models/new-row';
import { searchWords } from '@pas/platform/lists/search-words';
import type { DemoPerson } from './people.ts';

/** A resident's row, and the account of those who have signed in already. */
export interface DemoResident {
  user: UserRow;
  account: AccountRow | null;
}

/** How a resident of the demo came to live where they do. */
export interface DemoResidence {
  person: DemoPerson;
  unit: UnitRow;
  role: 'PRIMARY' | 'OCCUPANT';
  startsAt: Date;
  /** False for people whom a manager has entered and who have not signed in yet. */
  hasSignedIn: boolean;
}

function newDemoAccount({ person, startsAt }: DemoResidence): AccountRow {
  return {
    _id: newId('account'),
    email: person.email,
    emailKey: emailKey(person.email),
    emailVerifiedAt: startsAt,
    emailVerifiedForTenants: [],
    passwordHash: null,
    identity: null,
    createdAt: startsAt,
    updatedAt: startsAt,
  };
}

/** Lays out one resident of the demo. */
export function newDemoResident(ctx: OperationContext, residence: DemoResidence): DemoResident {
  const { person, unit, role, startsAt, hasSignedIn } = residence;
  const account = hasSignedIn ? newDemoAccount(residence) : null;
  const user: UserRow = {
    ...newLiveRow({ ...ctx, now: startsAt }, 'user'),
    ...person,
    kind: 'RESIDENT',
    accountId: account?._id ?? null,
    emailKey: emailKey(person.email),
    status: hasSignedIn ? 'ACTIVE' : 'INVITED',
    locale: 'en-US',
    residences: [
      {
        id: newId('residence'),
        unitId: unit._id,
        propertyId: unit.propertyId,
        role,
        startsAt,
        endsAt: null,
        inviteId: null,
        dueAt: null,
      },
    ],
    searchWords: searchWords(person.email, person.phone, person.firstName, person.lastName),
  };
  return { user, account };
}
