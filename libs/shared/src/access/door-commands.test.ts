import { createLogger } from '@pas/platform/log/logger';
import { accessPointRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { newId } from '../ids/id.ts';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { createDoorCommands } from './door-commands.ts';
import { commandLimits } from './waiting-commands.ts';

const attempt = {
  tenantId: newId('tenant'),
  accessPointId: newId('accessPoint'),
} as UnlockAttemptRow;

const door = accessPointRow({ tenantId: attempt.tenantId, propertyId: newId('property') });

test('a rollback releases the place of a command, and nothing is sent before the commit', () => {
  const sent: UnlockAttemptRow[] = [];
  const undoings: (() => void)[] = [];
  const transaction = { onCommitted: () => undefined, onUndone: (undo: () => void) => undoings.push(undo) };
  const doors = createDoorCommands({
    adapters: { nats: async (command) => Promise.reject(new Error(`sent ${sent.push(command)}`)) },
    log: createLogger({ service: 'core-mobile', environment: 'TEST', level: 'silent' }),
  });
  for (let taken = 0; taken < commandLimits.atDoor; taken += 1) {
    doors.requirePlace(attempt);
    doors.sendAfterCommit(transaction, attempt, door);
  }
  const further = () => doors.sendAfterCommit(transaction, attempt, door);
  expect(() => doors.requirePlace(attempt)).toThrow('Too many commands wait for this door');
  expect(further).toThrow('Too many commands wait for this door');
  undoings[0]?.();
  expect(further).not.toThrow();
  expect(further).toThrow('Too many commands wait for this door');
  expect(sent).toEqual([]);
});
