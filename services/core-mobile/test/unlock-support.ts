import type { Bus } from '@pas/platform/events/bus';
import type { UnlockAttempt } from '@pas/shared/access/attempt.schema';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { simulateDoor } from '@pas/testing/test-door';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { addDoor, addResident, newHome, type TestResident } from './core-mobile-harness.ts';

/** Time that a door stays open in tests of second taps. It outlasts a busy machine. */
export const longOpen = { openSeconds: 300 };

export type AttemptAnswer = { attempt: z.output<typeof UnlockAttempt> };

/** Returns the requests of a resident at a door with a controller on the bus. */
export const unlockSupport = (service: ServiceHarness, bus: Bus) => ({
  unlock: (id: string, { as }: TestResident, headers = {}) =>
    service.call<AttemptAnswer>('POST', `/access/points/${id}/unlock`, { as, headers }),
  read: (id: string, { as }: TestResident, wait = 10) =>
    service.call<AttemptAnswer>('GET', `/access/attempts/${id}?wait=${wait}`, { as }),
  /** Returns the distinct attempts of answers. A busy machine may refuse some with 503. */
  attemptsOf: (answers: readonly { status: number; body: AttemptAnswer }[]): string[] => [
    ...new Set(answers.flatMap(({ status, body }) => (status === 503 ? [] : [body.attempt.id]))),
  ],
  /** Adds a home with a resident, and the main door of its building with a controller. */
  openHouse: async (fields: Partial<AccessPointRow> = {}) => {
    const home = newHome();
    const [resident, door] = [await addResident(home), await addDoor(home, fields)];
    const controller = simulateDoor(bus, door.controller.ref);
    onTestFinished(() => controller.stop());
    // Ensures that the server has the subscription before a command is sent.
    await bus.ping();
    return { home, resident, door, controller };
  },
});
