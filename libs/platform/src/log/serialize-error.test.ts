import mongoose from 'mongoose';
import { describe, expect, test } from 'vitest';
import { serializeError } from './serialize-error.ts';

describe('an error in a log line', () => {
  test('has its type, message, stack, code and cause', () => {
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    const error = new TypeError('no answer', { cause });
    expect(serializeError(error)).toEqual({
      type: 'TypeError',
      message: 'no answer',
      stack: error.stack,
      cause: { type: 'Error', message: 'connection refused', stack: cause.stack, code: 'ECONNREFUSED' },
    });
  });

  test('has no other property of the error', () => {
    const error = Object.assign(new Error('refused'), { command: { email: 'canary' }, response: 'canary' });
    expect(JSON.stringify(serializeError(error))).not.toContain('canary');
  });

  test('has no value that the database quotes', () => {
    const message =
      'E11000 duplicate key error collection: core.users index: emailKey_1 dup key: { emailKey: "canary" }';
    const error = new mongoose.mongo.MongoServerError({
      message,
      code: 11_000,
      keyValue: { emailKey: 'canary' },
    });
    const logged = serializeError(error);
    expect(logged).toMatchObject({
      code: 11_000,
      message: expect.stringContaining('index: emailKey_1') as string,
    });
    expect(JSON.stringify(logged)).not.toContain('canary');
  });

  test.each([
    ['550 5.1.1 <jo.o+1@mail.canary.test>: unknown', '550 5.1.1 <[redacted]>: unknown'],
    ['all refused: jürgen@größe.test', 'all refused: [redacted]'],
    ['The number +15005550001 is not valid.', 'The number [redacted] is not valid.'],
    ['ended at 2026-03-01T09:30:00+0000', 'ended at 2026-03-01T09:30:00+0000'],
    ['at /app/node_modules/mongodb@7.1.0/lib', 'at /app/node_modules/mongodb@7.1.0/lib'],
  ])('has no address or number that another system quotes: %s', (message, logged) => {
    expect(serializeError(new Error(message)).message).toBe(logged);
  });

  test('shows five causes at most, so that an error can be its own cause', () => {
    const error = new Error('loop');
    error.cause = error;
    expect(JSON.stringify(serializeError(error)).match(/"message":"loop"/g)).toHaveLength(6);
  });

  test.each([['text'], [undefined], [null], [5]])('does not show a thrown %s', (thrown) => {
    expect(serializeError(thrown)).toEqual({ type: typeof thrown, message: 'was thrown', stack: undefined });
  });
});
