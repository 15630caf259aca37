import mongoose from 'mongoose';
import { describe, expect, test } from 'vitest';
import { isStoreUnavailable } from './store-unavailable.ts';

const { MongoBulkWriteError, MongoNetworkError, MongoServerError } = mongoose.mongo;

/** Makes an error with the name of a class of the driver; only its name and message matter here. */
const named = (name: string): Error => Object.assign(new Error('connect ECONNREFUSED'), { name });
const answered = (code: number) => new MongoServerError({ code, errmsg: 'refused' });

function labelled(label: string): Error {
  const error = answered(251);
  error.addErrorLabel(label);
  return error;
}

/** An error of Node, which the driver passes on. */
const goneSocket = Object.assign(new Error('This socket has been ended by the other party'), {
  code: 'EPIPE',
});

const ownCause = new Error('loop');
ownCause.cause = ownCause;

describe('the store is unavailable', () => {
  test.each<[string, unknown]>([
    ...[
      'MongoServerSelectionError',
      'MongoNetworkError',
      'MongoNetworkTimeoutError',
      'MongoPoolClearedError',
      'MongoPoolClosedError',
      'MongoWaitQueueTimeoutError',
      'MongoNotConnectedError',
      'MongoTopologyClosedError',
      'MongoServerClosedError',
      'MongoOperationTimeoutError',
      'MongoWriteConcernError',
    ].map((name): [string, unknown] => [name, named(name)]),
    ['a member that is no longer the primary', answered(10_107)],
    ['a member that shuts down', answered(91)],
    ['a command out of time', answered(50)],
    ['a transaction that outlived the limit of the server', answered(290)],
    ['a cursor that was lost in a failover', answered(43)],
    ['a read at a snapshot that is too old', answered(239)],
    ['a conflict after all retries', labelled('TransientTransactionError')],
    ['a commit with an unknown result', labelled('UnknownTransactionCommitResult')],
    [
      'a client that is not connected yet',
      new mongoose.MongooseError('Cannot call `units.find()` before initial connection is complete'),
    ],
    [
      'a lost connection within a bulk write',
      new MongoBulkWriteError(new MongoNetworkError('closed'), {} as never),
    ],
    ['a write to a closed socket', goneSocket],
    ['a bulk write to a closed socket', new MongoBulkWriteError(goneSocket, {} as never)],
    ['a lost connection as a cause', new Error('outer', { cause: named('MongoNetworkError') })],
  ])('after %s', (_name, error) => {
    expect(isStoreUnavailable(error)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['a duplicate', answered(11_000)],
    ['a bad command', answered(9)],
    ['a programming error', new TypeError('x is not a function')],
    ['a row that breaks its schema', new mongoose.Error.ValidationError()],
    ['a thrown text', 'MongoNetworkError'],
    ['an error that is its own cause', ownCause],
    ['nothing', undefined],
    ['null', null],
  ])('not after %s', (_name, error) => {
    expect(isStoreUnavailable(error)).toBe(false);
  });
});

test('errors of the driver have the names that are listed here', () => {
  const { mongo } = mongoose;
  const names = [
    new mongo.MongoServerSelectionError('x', {} as never).name,
    new mongo.MongoNetworkError('x').name,
    new mongo.MongoNetworkTimeoutError('x').name,
    new mongo.MongoNotConnectedError('x').name,
    new mongo.MongoTopologyClosedError('x').name,
    new mongo.MongoServerClosedError('x').name,
    new mongo.MongoOperationTimeoutError('x').name,
  ];
  for (const name of names) expect(isStoreUnavailable(named(name))).toBe(true);
});
