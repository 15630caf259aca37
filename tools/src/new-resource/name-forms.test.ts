import { expect, test } from 'vitest';
import { fillIn, nameForms } from './name-forms.ts';

test.each([
  ['leases', 'lease'],
  ['parking-spots', 'parkingSpot'],
  ['utilities', 'utility'],
  ['addresses', 'address'],
  ['boxes', 'box'],
])('the singular of %s is %s', (plural, singular) => {
  expect(nameForms(plural, 'onboarding')['singular']).toBe(singular);
});

test('a name that is no plural in kebab case is refused', () => {
  expect(() => nameForms('Lease', 'onboarding')).toThrow('plural in kebab case');
});

test('braces that are no place stay as they are', () => {
  expect(fillIn('{ {singular}: {Singular}, id: {id} }', nameForms('leases', 'onboarding'))).toBe(
    '{ lease: Lease, id: {id} }',
  );
});
