import type { components } from '../../api/described/core-mobile.ts';

/** A pass of a guest. */
export type Pass = components['schemas']['AccessPass'];
