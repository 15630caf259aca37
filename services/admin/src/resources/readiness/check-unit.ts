import type { AccessPointRow } from '@pas/shared/models/access-point';
import { defaultCallSettings } from '@pas/shared/models/call-settings';
import { isPhoneRung, type PhoneFields } from '@pas/shared/models/ringing-phone';
import type { UserRow } from '@pas/shared/models/user';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import type { z } from 'zod';
import type { UnitReadiness } from './readiness.schema.ts';

/** Facts that decide whether a call to a unit rings. */
export interface UnitFacts {
  /** The number of the unit, or else that of its property; undefined without one. */
  number: Pick<VirtualNumberRow, 'unitId' | 'accessPointId'> | undefined;
  /** The digits that ring the unit at the number of the building. */
  dialCode: string | null;
  /** The current residents of the unit who are not disabled. */
  residents: readonly (PhoneFields & Pick<UserRow, '_id' | 'callSettings'>)[];
  /** The users who have quiet hours now. */
  quiet: ReadonlySet<string>;
  /** The users who have an ACTIVE device. */
  withDevice: ReadonlySet<string>;
  /** The phones of residents that are virtual numbers. Calls never ring them. */
  virtualPhones: ReadonlySet<string>;
  /** The live access points of the property. */
  doors: readonly Pick<AccessPointRow, '_id' | 'kind' | 'name' | 'online'>[];
  pendingInvites: number;
}

type Readiness = z.input<typeof UnitReadiness>;
type Check = Readiness['checks'][number];

/** Builds a check with the text of its outcome; a failed one has the `fix`. */
function check(name: Check['name'], ok: boolean, words: { good: string; bad: string; fix: string }): Check {
  return { name, ok, message: ok ? words.good : words.bad, fix: ok ? null : words.fix };
}

/** Checks whether visitors can dial the unit. It needs its own number, or a code at the number of the building. */
function checkNumber({ number, dialCode }: UnitFacts): Check {
  const isOwn = number !== undefined && number.unitId !== null;
  const hasNoCode = number !== undefined && !isOwn && dialCode === null;
  return check('number', number !== undefined && !hasNoCode, {
    good: isOwn
      ? 'Visitors call the number of the unit.'
      : `Visitors call the number of the building and key in ${dialCode}#.`,
    bad: hasNoCode
      ? 'Visitors have no code to key in at the number of the building.'
      : 'Visitors have no number to call.',
    fix: hasNoCode
      ? 'Set the dial code of the unit.'
      : 'Assign a number for calls to the unit or to its building.',
  });
}

/** Whether calls ring a resident. Residents can disable this. */
const isRung = ({ callSettings }: UnitFacts['residents'][number]): boolean =>
  (callSettings ?? defaultCallSettings).ring;

/** Returns the door that a call opens: the number's, or else the property's only DOOR or GATE. */
function doorOf({ number, doors }: UnitFacts): UnitFacts['doors'][number] | undefined {
  if (number?.accessPointId != null) return doors.find(({ _id }) => _id === number.accessPointId);
  const entrances = doors.filter(({ kind }) => kind === 'DOOR' || kind === 'GATE');
  return entrances.length === 1 ? entrances[0] : undefined;
}

function checkDoor(facts: UnitFacts): Check {
  const door = doorOf(facts);
  if (!door) {
    const bad = 'No door is set for the call.';
    return check('door', false, {
      good: '',
      bad,
      fix: 'Assign the number again, and choose the door that it opens.',
    });
  }
  if (door.online === null)
    return check('door', false, {
      good: '',
      bad: `The controller of ${door.name} has not reported yet.`,
      fix: 'Connect the door’s controller. Its first report or answer sets the door online.',
    });
  return check('door', door.online, {
    good: `${door.name} is online.`,
    bad: `${door.name} is offline.`,
    fix: 'Check the power and the network of the door’s controller.',
  });
}

/**
 * Describes the called residents. Quiet hours end by themselves, so they are reported but are not a problem.
 */
function sayRung({ quiet }: UnitFacts, rung: UnitFacts['residents']): string {
  const isQuiet = rung.every(({ _id }) => quiet.has(_id));
  if (rung.length === 1)
    return isQuiet ? 'Calls ring one resident, who has quiet hours now.' : 'Calls ring one resident.';
  const who = `Calls ring ${rung.length} residents`;
  return isQuiet ? `${who}, who all have quiet hours now.` : `${who}.`;
}

function checkResidents(facts: UnitFacts, rung: UnitFacts['residents']): Check {
  const isEmpty = facts.residents.length === 0;
  return check('residents', rung.length > 0, {
    good: sayRung(facts, rung),
    bad: isEmpty ? 'No residents.' : 'All residents have switched calls off.',
    fix: isEmpty ? 'Invite a resident.' : 'Ask a resident to switch calls on in the app.',
  });
}

/** Checks whether a call to a unit would ring. */
export function checkUnit(facts: UnitFacts): Readiness {
  const { residents, withDevice, pendingInvites } = facts;
  const rung = residents.filter(isRung);
  const devices = check(
    'devices',
    rung.some(({ _id }) => withDevice.has(_id)),
    {
      good: 'A resident has an active device.',
      bad: 'No resident has an active device.',
      fix: 'Ask a resident to open the app and to allow notifications.',
    },
  );
  const phone = check(
    'phone',
    rung.some((resident) => isPhoneRung(resident, facts.virtualPhones)),
    {
      good: 'A resident has a phone that rings.',
      bad: 'No resident has a phone that rings. Staff must enter it, or the resident must verify it.',
      fix: 'Enter the phone of a resident, or ask a resident to add it in the app and enter the code.',
    },
  );
  const others = [
    checkNumber(facts),
    checkResidents(facts, rung),
    checkDoor(facts),
    check('invite', residents.length > 0 || pendingInvites === 0, {
      good: 'No invite waits for a first resident.',
      bad: 'An invite is open, and no resident has signed up yet.',
      fix: 'Resend the invite.',
    }),
  ];
  const [numbers, people, ...rest] = others;
  const checks = [numbers, people, devices, phone, ...rest].filter((one) => one !== undefined);
  return { ready: others.every(({ ok }) => ok) && (devices.ok || phone.ok), checks };
}
