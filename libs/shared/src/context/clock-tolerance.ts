import { clockToleranceSeconds } from '../principal/assertion.ts';

/** Tolerated difference between the clocks of two processes, in milliseconds. */
export const clockToleranceMs = clockToleranceSeconds * 1000;
