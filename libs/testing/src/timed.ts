/**
 * The options of a test that states a time which the product must keep, such as `within a second`. What else runs on the
 * machine may spoil one try; a product that is too slow fails all three.
 */
export const timed = { retry: 2 } as const;
