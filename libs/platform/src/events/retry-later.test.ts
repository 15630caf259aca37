import mongoose from 'mongoose';
import { describe, expect, test } from 'vitest';
import { notFound, unavailable } from '../errors/raise.ts';
import { isInfrastructureError, RetryLater } from './retry-later.ts';

const { MongoNetworkError, MongoServerError } = mongoose.mongo;

const withCode = (error: Error, code: string): Error => Object.assign(error, { code });

describe('isInfrastructureError', () => {
  test.each([
    ['a retry that a handler requests', new RetryLater('The mail server is unavailable.')],
    ['a lost connection to MongoDB', new MongoNetworkError('connection closed')],
    ['a primary that steps down', new MongoServerError({ message: 'not primary', code: 10_107 })],
    [
      'a transaction that lost a race',
      new MongoServerError({ message: 'write conflict', errorLabels: ['TransientTransactionError'] }),
    ],
    ['a refused connection', withCode(new Error('connect'), 'ECONNREFUSED')],
    ['a time-out of the HTTP client', withCode(new Error('timed out'), 'UND_ERR_HEADERS_TIMEOUT')],
    ['a time-out of an abort signal', new DOMException('timed out', 'TimeoutError')],
    ['an overloaded store', unavailable('Too many changes are running at the moment.')],
    ['a cause below', new TypeError('fetch failed', { cause: withCode(new Error('connect'), 'ETIMEDOUT') })],
  ])('recognizes %s', (_what, error) => {
    expect(isInfrastructureError(error)).toBe(true);
  });

  test.each([
    ['a bug', new TypeError('x is not a function')],
    ['a duplicate key', new MongoServerError({ message: 'E11000 duplicate key', code: 11_000 })],
    ['a refused operation', notFound()],
    ['a request that cannot be sent', withCode(new Error('invalid header'), 'UND_ERR_INVALID_ARG')],
    ['a thrown text', 'ECONNREFUSED'],
  ])('does not recognize %s', (_what, error) => {
    expect(isInfrastructureError(error)).toBe(false);
  });
});
