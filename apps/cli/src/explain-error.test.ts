import mongoose from 'mongoose';
import { expect, test } from 'vitest';
import { explainError } from './explain-error.ts';

const refusal = (code: number, message: string) => {
  const error = new mongoose.mongo.MongoServerError({ message, code });
  return explainError(error);
};

test('a right that the user lacks is named without the values of the statement', () => {
  const message =
    'not authorized on pas_control to execute command { update: "tenants", updates: [ { q: { email: "rosa@maple.test" } } ] }';
  expect(refusal(13, message)).toBe(
    'MongoDB refuses update on tenants of pas_control to this user. Run pas users apply of this release, which adds rights.',
  );
  expect(refusal(13, 'command find requires authentication')).toMatch(/^MongoDB refuses a statement to /);
});

test('a missing user of MongoDB is explained with the command that creates it', () => {
  expect(refusal(18, 'Authentication failed.')).toMatch(/Run pas users apply, which creates missing users/);
});

test('another error of MongoDB is shown with its stack', () => {
  expect(refusal(112, 'WriteConflict')).toMatch(/^MongoServerError: WriteConflict\n\s+at /);
});
