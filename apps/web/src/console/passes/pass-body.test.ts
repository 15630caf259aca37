import { expect, test } from 'vitest';
import { toProblem } from '../../api/problem.ts';
import { atRows, bodyOf, findMissing } from './pass-body.ts';

const at = Date.parse('2026-06-05T12:00:00.000Z');

/** A form with fields; a field with several values occurs several times. */
function formOf(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  return form;
}

const common = { propertyId: 'prop_1', kind: 'VENDOR', timeZone: 'America/New_York', hours: '24' };

test('a pass without a start begins at the time of the request', () => {
  expect(
    bodyOf(formOf({ ...common, doors: ['door_1', 'door_2'], holder: '', email: '', phone: '' }), at),
  ).toEqual({
    propertyId: 'prop_1',
    kind: 'VENDOR',
    accessPointIds: ['door_1', 'door_2'],
    startsAt: '2026-06-05T12:00:00.000Z',
    endsAt: '2026-06-06T12:00:00.000Z',
  });
});

test('a later recurring pass: its times are those of the building', () => {
  const times = { startsAt: '2026-06-08T08:00', hours: 'until', endsAt: '2026-09-01T00:00' };
  const days = { weekdays: ['MON', 'FRI'], timeFrom: '08:00', timeTo: '17:00' };
  expect(bodyOf(formOf({ ...common, ...times, ...days, doors: 'door_1' }), at)).toMatchObject({
    startsAt: '2026-06-08T12:00:00.000Z',
    endsAt: '2026-09-01T04:00:00.000Z',
    ...days,
  });
});

test('holders keep their own contacts; one without a name is named by the contact', () => {
  const people = {
    holder: ['Sam Ortiz', '', ''],
    email: ['', 'kim@example.com', ''],
    phone: ['(202) 555-0123', '', ''],
  };
  expect(bodyOf(formOf({ ...common, ...people }), at).holders).toEqual([
    { name: 'Sam Ortiz', phone: '(202) 555-0123' },
    { name: 'kim@example.com', email: 'kim@example.com' },
  ]);
});

test('a problem of a holder behind a blank row is at the row of that holder', () => {
  const people = { holder: ['', 'Sam', 'Kim'], email: ['', '', 'kim@'], phone: ['', '', ''] };
  const errors = [
    { path: 'holders.1.email', message: 'no address' },
    { path: 'maxUses', message: 'too many' },
  ];
  const problem = toProblem(422, { code: 'validation_failed', message: 'Invalid', errors }, 'corr-1');
  const moved = atRows(problem, formOf({ ...common, ...people }));
  expect(Object.keys(moved.fields)).toEqual(['holders.2.email', 'maxUses']);
  expect(moved).toMatchObject({ status: 422, code: 'validation_failed', correlationId: 'corr-1' });
});

test('unit doors join the doors of the building', () => {
  const doors = { doors: 'door_1', unitDoors: 'door_7,door_8' };
  expect(bodyOf(formOf({ ...common, ...doors }), at).accessPointIds).toEqual(['door_1', 'door_7', 'door_8']);
});

test.each([{ startsAt: '2026-06-08T08:00' }, { hours: 'until', endsAt: '2026-09-01T00:00' }])(
  'typed times lack a building whose time zone is not known: %j',
  (times) => {
    const form = { ...common, doors: 'door_1', timeZone: '' };
    expect(findMissing(formOf({ ...form, ...times }))).toMatch(/^The time zone of the building is not known/);
    expect(findMissing(formOf(form))).toBeNull();
  },
);

test('a form without a door, or without the chosen end, lacks it', () => {
  expect(findMissing(formOf({ ...common, unitDoors: '' }))).toBe('Choose at least one door.');
  const open = { ...common, doors: 'door_1', hours: 'until', endsAt: '' };
  expect(findMissing(formOf(open))).toBe('Enter when the pass ends.');
  expect(findMissing(formOf({ ...common, doors: 'door_1' }))).toBeNull();
});
