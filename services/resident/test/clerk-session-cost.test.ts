import { core } from '@pas/platform/mongo/connections';
import { afterAll, expect, test } from 'vitest';
import { addResident, startResident } from './resident-harness.ts';
import { startIdentityProvider } from './sandbox-process.ts';

const identity = await startIdentityProvider();
afterAll(() => identity.stop());
const service = await startResident({ identity: identity.settings });

/**
 * Counts the statements of a sign-in by command and collection. Reads of tenants are excluded, because a cache makes at
 * most one per second.
 */
async function statementsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  const note = (event: { commandName: string; command: Record<string, unknown> }): void => {
    const { commandName: name, command } = event;
    const key = name === 'commitTransaction' ? name : `${name} ${String(command[name])}`;
    if (key !== 'find tenants') seen[key] = (seen[key] ?? 0) + 1;
  };
  const client = core.getClient().on('commandStarted', note);
  await work();
  client.off('commandStarted', note);
  return seen;
}

test('the exchange of an identity is one transaction at constant cost', async () => {
  const { email } = await addResident(service);
  const exchange = async () => {
    const headers = { authorization: `Bearer ${await identity.tokenFor({ email })}` };
    return statementsOf(async () => {
      expect((await service.call('POST', '/api/v1/auth/clerk-session', { headers })).status).toBe(200);
    });
  };
  const [first, second] = [await exchange(), await exchange()];
  const { 'update accounts': pinned, ...again } = first;
  expect([pinned, again]).toEqual([1, second]);
  // For an account that only an invite has proven, each exchange checks by two finds whether the proof reaches further.
  expect(second).toEqual({
    'find users': 7,
    'find accounts': 2,
    'update users': 1,
    'insert sessions': 1,
    'insert outbox': 1,
    commitTransaction: 1,
    'find units': 1,
    'find properties': 1,
  });
});
