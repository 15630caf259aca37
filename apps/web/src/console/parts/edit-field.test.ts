import { expect, test } from 'vitest';
import { bodyOf, changedFields, textField, typedSince, type EditField } from './edit-field.ts';

interface Row {
  label: string;
  floor: string | null;
  days: { calls: number; attempts: number };
}

const days = (name: 'calls' | 'attempts'): EditField<Row> => ({
  name,
  label: name,
  read: (row) => String(row.days[name]),
  write: (text) => ({ days: { [name]: Number(text) } }),
});

const fields = [
  textField<Row>('label', 'Label', ({ label }) => label),
  textField<Row>('floor', 'Floor', ({ floor }) => floor),
  days('calls'),
  days('attempts'),
];
const row: Row = { label: '7C', floor: null, days: { calls: 30, attempts: 60 } };

test('a body contains the changed fields, with fields of one group together', () => {
  const typed = { label: ' 7C ', floor: '7', calls: '90', attempts: '120' };
  expect(bodyOf(fields, row, typed)).toEqual({ floor: '7', days: { calls: 90, attempts: 120 } });
});

test('a body without typed values is empty, and an emptied field is null', () => {
  expect(bodyOf(fields, row, {})).toEqual({});
  expect(bodyOf(fields, { ...row, floor: '7' }, { floor: ' ' })).toEqual({ floor: null });
});

test('text typed during a save is kept', () => {
  expect(typedSince({ label: '7D', floor: '7' }, { label: '7D', floor: '8', calls: '90' })).toEqual({
    floor: '8',
    calls: '90',
  });
});

test('fields that another person changed are listed', () => {
  const changed = changedFields(fields, row, { ...row, floor: '7', days: { calls: 90, attempts: 60 } });
  expect(changed.map(({ name }) => name)).toEqual(['floor', 'calls']);
});
