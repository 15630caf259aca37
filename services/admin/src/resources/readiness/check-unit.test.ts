import { newId } from '@pas/shared/ids/id';
import { describe, expect, test } from 'vitest';
import { checkUnit, type UnitFacts } from './check-unit.ts';

const userId = newId('user');
const doorId = newId('accessPoint');
const resident = { _id: userId, phone: null, verifiedPhone: null, claimedPhone: null, callSettings: null };
const door = { _id: doorId, kind: 'DOOR' as const, name: 'Main door', online: true as boolean | null };

/** A unit that is ready. */
const ready: UnitFacts = {
  number: { unitId: null, accessPointId: doorId },
  dialCode: '042',
  residents: [resident],
  quiet: new Set(),
  withDevice: new Set([userId]),
  virtualPhones: new Set(),
  doors: [door],
  pendingInvites: 0,
};

const failedChecks = (facts: Partial<UnitFacts>) => {
  const { ready: isReady, checks } = checkUnit({ ...ready, ...facts });
  return { isReady, failed: checks.filter(({ ok }) => !ok).map(({ name }) => name) };
};

test.each([
  [{}, 'Visitors call the number of the building and key in 042#.', null],
  [{ number: { unitId: 'unit_1', accessPointId: doorId } }, 'Visitors call the number of the unit.', null],
  [
    { number: { unitId: 'unit_1', accessPointId: doorId }, dialCode: null },
    'Visitors call the number of the unit.',
    null,
  ],
  [
    { dialCode: null },
    'Visitors have no code to key in at the number of the building.',
    'Set the dial code of the unit.',
  ],
  [
    { number: undefined },
    'Visitors have no number to call.',
    'Assign a number for calls to the unit or to its building.',
  ],
])('the number is ok if the unit can be dialled: %j', (facts: Partial<UnitFacts>, message, fix) => {
  const { checks } = checkUnit({ ...ready, ...facts });
  expect(checks[0]).toEqual({ name: 'number', ok: fix === null, message, fix });
});

test('every check is present, in the documented order, and only failed ones have a fix', () => {
  const { checks } = checkUnit({ ...ready, doors: [] });
  expect(checks.map(({ name }) => name)).toEqual([
    'number',
    'residents',
    'devices',
    'phone',
    'door',
    'invite',
  ]);
  for (const { ok, message, fix } of checks) {
    expect(message).toMatch(/\.$/);
    expect(fix === null).toBe(ok);
  }
});

describe('ready', () => {
  test('with only a device, and with only a phone that rings', () => {
    expect(failedChecks({})).toEqual({ isReady: true, failed: ['phone'] });
    const phone = '+12025550123';
    const [given, typed] = [
      { ...resident, phone },
      { ...resident, phone, claimedPhone: phone },
    ];
    const failed = [given, { ...typed, verifiedPhone: phone }, typed].map(
      (each) => failedChecks({ residents: [each], withDevice: new Set() }).failed,
    );
    expect(failed).toEqual([['devices'], ['devices'], ['devices', 'phone']]);
  });

  test('by the only DOOR or GATE if the number names no door', () => {
    const lift = { ...door, _id: newId('accessPoint'), kind: 'ELEVATOR' as const, online: false };
    expect(failedChecks({ number: { unitId: null, accessPointId: null }, doors: [lift, door] }).isReady).toBe(
      true,
    );
  });
});

describe('quiet hours', () => {
  const other = { ...resident, _id: newId('user') };
  const messageOf = (facts: Partial<UnitFacts>) => {
    const { ready: isReady, checks } = checkUnit({ ...ready, ...facts });
    return { isReady, message: checks.find(({ name }) => name === 'residents')?.message };
  };

  test('are reported when all called residents have them, and are not a problem', () => {
    const message = 'Calls ring one resident, who has quiet hours now.';
    expect(messageOf({ quiet: new Set([userId]) })).toEqual({ isReady: true, message });
    const both = { residents: [resident, other], quiet: new Set([userId, other._id]) };
    const all = 'Calls ring 2 residents, who all have quiet hours now.';
    expect(messageOf(both)).toEqual({ isReady: true, message: all });
  });

  test('are not reported when only some have them, and ignore residents who have disabled calls', () => {
    const some = { residents: [resident, other], quiet: new Set([userId]) };
    expect(messageOf(some).message).toBe('Calls ring 2 residents.');
    const off = { ...other, callSettings: { ring: false, quietHours: [] } };
    const mixed = { residents: [resident, off], quiet: new Set([userId]) };
    expect(messageOf(mixed).message).toBe('Calls ring one resident, who has quiet hours now.');
  });
});

describe('not ready', () => {
  const gate = { ...door, _id: newId('accessPoint'), kind: 'GATE' as const };
  test.each<[string, Partial<UnitFacts>, string[]]>([
    ['without a number', { number: undefined }, ['number', 'phone']],
    ['without residents', { residents: [] }, ['residents', 'devices', 'phone']],
    [
      'while an invite of an empty unit is open',
      { residents: [], pendingInvites: 1 },
      ['residents', 'devices', 'phone', 'invite'],
    ],
    [
      'when all have switched calls off',
      { residents: [{ ...resident, callSettings: { ring: false, quietHours: [] } }] },
      ['residents', 'devices', 'phone'],
    ],
    ['without a device or phone', { withDevice: new Set() }, ['devices', 'phone']],
    [
      'with a phone that was only typed in',
      {
        residents: [{ ...resident, phone: '+12025550123', claimedPhone: '+12025550123' }],
        withDevice: new Set(),
      },
      ['devices', 'phone'],
    ],
    [
      'with a phone that is a virtual number',
      {
        residents: [{ ...resident, phone: '+12025550123' }],
        virtualPhones: new Set(['+12025550123']),
        withDevice: new Set(),
      },
      ['devices', 'phone'],
    ],
    ['while the door has not reported yet', { doors: [{ ...door, online: null }] }, ['phone', 'door']],
    ['while the door is offline', { doors: [{ ...door, online: false }] }, ['phone', 'door']],
    ['when the door of the number was deleted', { doors: [gate] }, ['phone', 'door']],
    [
      'with several doors, and a number that names none of them',
      { number: { unitId: null, accessPointId: null }, doors: [door, gate] },
      ['phone', 'door'],
    ],
  ])('%s', (_what, facts, failed) => {
    expect(failedChecks(facts)).toEqual({ isReady: false, failed });
  });
});
