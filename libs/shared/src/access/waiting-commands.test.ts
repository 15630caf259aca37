import { describe, expect, test } from 'vitest';
import { newId } from '../ids/id.ts';
import { commandLimits, createWaitingCommands, type DoorRef } from './waiting-commands.ts';

/** Returns a door of its own tenant. `given` replaces its ids. */
const doorRef = (given: Partial<DoorRef> = {}): DoorRef => ({
  tenantId: newId('tenant'),
  accessPointId: newId('accessPoint'),
  ...given,
});

describe('commands that wait for controllers', () => {
  test('the next command after a hundred at a door is 503, and other doors have free places', () => {
    const waiting = createWaitingCommands();
    const door = { tenantId: newId('tenant'), accessPointId: newId('accessPoint') };
    const commands = Array.from({ length: commandLimits.atDoor }, () => waiting.take(doorRef(door)));
    expect(() => waiting.take(doorRef(door))).toThrow('Too many commands wait for this door.');
    expect(() => waiting.take(doorRef({ tenantId: door.tenantId }))).not.toThrow();
    // A repeated release frees one place only.
    commands[0]?.release();
    commands[0]?.release();
    waiting.take(doorRef(door));
    expect(() => waiting.take(doorRef(door))).toThrow('Too many commands wait for this door.');
  });

  test('one tenant gets half of the places, then 429, and another tenant still gets a place', () => {
    const waiting = createWaitingCommands();
    const tenantId = newId('tenant');
    for (let taken = 0; taken < commandLimits.all / 2; taken += 1) waiting.take(doorRef({ tenantId }));
    expect(() => waiting.take(doorRef({ tenantId }))).toThrow('The doors of this tenant have not answered');
    expect(() => waiting.take(doorRef())).not.toThrow();
  });

  test('many tenants with silent doors get equal shares', () => {
    const waiting = createWaitingCommands();
    const tenants = Array.from({ length: 20 }, () => newId('tenant'));
    const taken = new Map(tenants.map((tenantId) => [tenantId, 0]));
    for (let turn = 0; turn < 40; turn += 1)
      for (const tenantId of tenants)
        try {
          waiting.take(doorRef({ tenantId }));
          taken.set(tenantId, (taken.get(tenantId) ?? 0) + 1);
        } catch {
          continue;
        }
    const shares = [...taken.values()];
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    expect(Math.min(...shares)).toBeGreaterThan(20);
    expect(() => waiting.take(doorRef())).not.toThrow();
  });
});
