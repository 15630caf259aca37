import { expect, test } from 'vitest';
import { operationFlags } from './operation-flags.ts';
import { clientDescriptions, operationsOf, readDescriptions, readMethods } from './read-methods.ts';

const descriptions = await readDescriptions();
const clients = await readMethods(descriptions);
const methods = Object.values(clients).flat();

test.each(clientDescriptions)('every operation of %s has exactly one method', (description) => {
  const named = methods.filter((method) => method.description === description);
  const ids = operationsOf(descriptions[description]).keys();
  expect(named.map(({ operation }) => operation.operationId).toSorted()).toEqual([...ids].toSorted());
});

test.each(Object.entries(clients))('the methods of %s have names of their own', (_client, listed) => {
  const names = listed.map(({ name }) => name);
  const clashes = names.filter(
    (name, index) => names.indexOf(name) !== index || names.some((other) => other.startsWith(`${name}.`)),
  );
  expect(clashes).toEqual([]);
  expect(names.filter((name) => !/^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)*$/.test(name))).toEqual([]);
});

test('the method of a list is called list, and no other method has iterators', () => {
  const isList = (name: string): boolean => /(?:^|\.)list$/.test(name);
  const lists = methods.filter((method) => operationFlags(method).includes('l'));
  expect(lists.map(({ name }) => name).filter((name) => !isList(name))).toEqual([]);
  const plain = methods.filter(({ name }) => isList(name)).filter((method) => !lists.includes(method));
  expect(plain.map(({ name }) => name)).toEqual(['activity.list', 'events.list']);
});

const flagsOf = (id: string): string => {
  const method = methods.find(({ operation }) => operation.operationId === id);
  return method ? operationFlags(method) : '';
};

test.each([
  ['ensureUnit', 'bkt'],
  ['listUnits', 'tlcud'],
  ['listImportRows', 'tl'],
  ['deleteUnit', 'tp'],
  ['eraseUser', 'tp'],
  ['followImport', 'tx'],
  ['finishLogIn', 'om'],
  ['refreshSession', 'bros'],
  ['exchangeIdentityToken', 'is'],
  ['submitJoinForm', 'bfox'],
  ['recordHeartbeat', 'br'],
])('%s has the flags %s', (id, flags) => {
  expect(flagsOf(id)).toBe(flags);
});
