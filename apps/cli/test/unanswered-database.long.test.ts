import { expect, test } from 'vitest';
import { runPasProcess } from './run-pas.ts';

test('a database that does not answer is reported in one sentence', async () => {
  const closed = 'mongodb://127.0.0.1:9/pas';
  const env = { ENVIRONMENT: 'DEV', MONGO_URL: closed, NATS_URL: 'nats://127.0.0.1:9' };
  const outcome = await runPasProcess(['dead-letters', 'list'], env);
  expect(outcome).toMatchObject({ code: 1, stdout: '' });
  expect(outcome.stderr).toMatch(/^pas: A database does not answer\. Check MONGO_URL[^\n]*\n$/);
});
