import { describe, expect, test } from 'vitest';
import { eventOf, personOf, placeOf, reasonOf, type ActivityEntry } from './describe-activity.ts';

const at = (time: string): string => new Date(`2026-05-01T${time}:00`).toISOString();

const blank: ActivityEntry = {
  id: 'ace_1',
  kind: 'ACCESS',
  result: 'FAILURE',
  occurredAt: at('15:00'),
  propertyId: 'prop_1',
  unitId: null,
  accessPointId: 'door_1',
  accessEvent: null,
  pass: null,
  call: null,
  alarm: null,
  change: null,
};

const accessEvent = (fields: object) =>
  ({
    decision: 'DENIED',
    method: 'PIN',
    reason: 'pass_revoked',
    reasonText: null,
    passId: 'pass_1',
    subject: { type: 'VISITOR', id: null, name: 'Northside Plumbing' },
    ...fields,
  }) as ActivityEntry['accessEvent'];

const pass: ActivityEntry['pass'] = {
  id: 'pass_1',
  kind: 'VENDOR',
  endsAt: at('14:00'),
  revokedAt: at('13:43'),
  revokedBy: 'Dana',
};

const inWords = (fields: Partial<ActivityEntry>) => {
  const entry = { ...blank, ...fields };
  return [eventOf(entry), personOf(entry), reasonOf(entry)];
};

describe('an entry in words', () => {
  test.each<[string, Partial<ActivityEntry>, (string | null)[]]>([
    [
      'a revoked pass',
      { accessEvent: accessEvent({}), pass },
      ['Refused with a PIN', 'Northside Plumbing, vendor pass', 'ended 13:43 by Dana'],
    ],
    [
      'a pass that an unknown person revoked the day before',
      {
        accessEvent: accessEvent({}),
        pass: { ...pass, revokedBy: null, revokedAt: new Date('2026-04-30T13:43:00').toISOString() },
      },
      ['Refused with a PIN', 'Northside Plumbing, vendor pass', 'ended Apr 30, 2026, 13:43'],
    ],
    [
      'an expired pass',
      { accessEvent: accessEvent({ reason: 'pass_expired' }), pass: { ...pass, revokedAt: null } },
      ['Refused with a PIN', 'Northside Plumbing, vendor pass', 'ended 14:00'],
    ],
    [
      'an unknown PIN',
      {
        accessEvent: accessEvent({
          reason: 'pin_unknown',
          passId: null,
          subject: { type: 'VISITOR', id: null, name: null },
        }),
      },
      ['Refused with a PIN', 'A visitor', 'no pass has this PIN'],
    ],
    [
      'a call',
      { kind: 'CALL', call: { fromNumber: '+12125550123', outcome: 'NO_ANSWER' } as ActivityEntry['call'] },
      ['Call', '+1 (212) 555-0123', 'no answer'],
    ],
    ['an alarm', { kind: 'ALARM', alarm: { alarm: 'FORCED' } }, ['Forced open', null, null]],
    [
      'a change',
      {
        kind: 'CHANGE',
        change: {
          action: 'property.updated',
          outcome: 'SUCCESS',
          actor: { type: 'STAFF', id: 'dana', name: 'Dana Lee' },
          targets: [],
          changes: [{ path: 'name', before: 'A', after: 'B' }],
        },
      },
      ['Change', 'Dana Lee', null],
    ],
  ])('%s', (_what, fields, words) => {
    expect(inWords(fields)).toEqual(words);
  });
});

test.each<[ActivityEntry['kind'], string]>([
  ['ACCESS', '/doors'],
  ['ALARM', '/doors'],
  ['CALL', '/calls'],
  ['CHANGE', '/audit'],
])('%s opens %s', (kind, page) => {
  expect(placeOf({ ...blank, kind }).to).toBe(page);
});
