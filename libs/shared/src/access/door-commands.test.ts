import { createLogger } from '@pas/platform/log/logger';
import { describe, expect, test } from 'vitest';
import { newId } from '../ids/id.ts';
import { newRow } from '../models/new-row.ts';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { createDoorCommands } from './door-commands.ts';

type Subject = UnlockAttemptRow['subject'];

const log = createLogger({ service: 'core-mobile', environment: 'TEST', level: 'silent' });

function attemptAt(accessPointId: string, subject: Subject): UnlockAttemptRow {
  return {
    ...newRow({ tenantId: newId('tenant'), now: new Date() }, 'unlockAttempt'),
    accessPointId,
    propertyId: newId('property'),
    controller: { adapter: 'nats', ref: 'silent' },
    openSeconds: 5,
    subject,
    passId: null,
    key: null,
    status: 'PENDING',
    confirmed: false,
    error: null,
    expiresAt: new Date(Date.now() + 10_000),
    endedAt: null,
  };
}

const resident = (): Subject => ({ type: 'RESIDENT', id: newId('user') });

/** Commands to a controller that never answers. */
const silentDoors = () => createDoorCommands({ adapters: { nats: () => new Promise(() => undefined) }, log });

describe('commands that wait for a controller', () => {
  test('of a hundred at a door the next one is 503, and other doors have room', () => {
    const doors = silentDoors();
    const door = newId('accessPoint');
    for (let index = 0; index < 100; index += 1) {
      const subject = resident();
      doors.requireRoom(door, subject);
      doors.run(attemptAt(door, subject));
    }
    expect(() => doors.requireRoom(door, resident())).toThrow('Too many commands wait for this door.');
    expect(() => doors.requireRoom(newId('accessPoint'), resident())).not.toThrow();
  });

  test('of five of one person the next one is 429, and others have room', () => {
    const doors = silentDoors();
    const [door, me] = [newId('accessPoint'), resident()];
    for (let index = 0; index < 5; index += 1) doors.run(attemptAt(door, me));
    expect(() => doors.requireRoom(door, me)).toThrow('has not answered your last commands');
    expect(() => doors.requireRoom(door, resident())).not.toThrow();
  });
});
