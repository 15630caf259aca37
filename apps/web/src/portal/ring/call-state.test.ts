import { expect, test } from 'vitest';
import { stateOf } from './call-state.ts';

const at = '2026-03-01T09:30:00.000Z';
const rings = { answeredAt: null, endedAt: null, answeredByMe: false };

test.each([
  [rings, 'ringsNow'],
  [{ ...rings, answeredAt: at, answeredByMe: true }, 'ringsNow'],
  [{ ...rings, answeredAt: at }, 'ringAnswered'],
  [{ ...rings, answeredAt: at, endedAt: at }, 'ringOver'],
  [{ ...rings, endedAt: at }, 'ringOver'],
] as const)('a call with %j is shown as %s', (call, state) => {
  expect(stateOf(call)).toBe(state);
});
