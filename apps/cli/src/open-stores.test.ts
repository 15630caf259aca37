import { expect, test } from 'vitest';
import { raiseUnanswered } from './open-stores.ts';

test('a database that does not answer is reported in one sentence', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { name: 'MongoServerSelectionError' });
  expect(() => raiseUnanswered()(error)).toThrow(/^A database does not answer\. Check MONGO_URL[^\n]*$/);
});

test('another fault of a database stays what it is', () => {
  const error = new Error('not authorized');
  expect(() => raiseUnanswered()(error)).toThrow(error);
});
