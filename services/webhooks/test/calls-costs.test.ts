import { expect, test } from 'vitest';
import { addBuilding, countingDoors } from './calls-support.ts';
import { commandsOf } from './commands-of.ts';
import { playTelephonyA } from './telephony-a-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { doors } = countingDoors();
const { keys, send, receipts } = await useWebhooks({ doors, isProcessing: true });
const { visit } = playTelephonyA(keys.current.telephonyA, send);

/** Returns the commands of a callback, until its outcome is recorded. */
const costOf = (answer: () => Promise<string>) =>
  commandsOf(async () => {
    const body = await answer();
    await receipts.stop();
    return body;
  });

test('each callback of a call costs exactly these commands', async () => {
  const building = await addBuilding({ residents: [{}, {}] });
  const second = building.residents[1]?.phone ?? '';
  const call = visit(building);
  const arrived = await costOf(() => call.arrive());
  const rangInVain = await costOf(() => call.dialEnded(arrived.result, 'no-answer'));
  const pickedUp = await costOf(() => call.pickUp(rangInVain.result, second));
  const pressed = await costOf(() => call.press(pickedUp.result, second, '9'));
  const over = await costOf(() => call.dialEnded(rangInVain.result, 'completed'));
  const repeated = await costOf(() => call.press(pickedUp.result, second, '9'));
  const hungUp = await costOf(() => call.hangUp());
  const receipt = 'insert webhook_receipts';
  const outcome = 'update webhook_receipts';
  // The tenant is cached for a second.
  const lookups = [
    'find devices',
    'find properties',
    'find tenants',
    'find users',
    'find virtual_numbers',
    'find virtual_numbers',
  ];
  expect(arrived.commands).toEqual([
    'commitTransaction',
    'find calls',
    ...lookups,
    'insert calls',
    'insert outbox',
    receipt,
    outcome,
  ]);
  expect(rangInVain.commands).toEqual(['find calls', receipt, 'update calls', outcome]);
  expect(pickedUp.commands).toEqual(['find calls', receipt, 'update calls', outcome]);
  expect(pressed.commands).toEqual([
    'commitTransaction',
    'find access_points',
    'find calls',
    'find unlock_attempts',
    'find users',
    'insert access_events',
    'insert outbox',
    'insert unlock_attempts',
    receipt,
    'update calls',
    outcome,
  ]);
  expect(over.commands).toEqual([
    'commitTransaction',
    'find calls',
    'find unlock_attempts',
    'insert outbox',
    receipt,
    'update calls',
    outcome,
  ]);
  expect(repeated.commands).toEqual(['find calls', 'find webhook_receipts', receipt]);
  expect(hungUp.commands).toEqual(['find calls', receipt, outcome]);
});
