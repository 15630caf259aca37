/** A moment in the work of a tenant. */
export interface TenantMoment {
  tenantId: string;
  /** Real time. */
  now: Date;
}

/** The times of the test clocks by tenant, in milliseconds. Empty outside DEV and TEST. */
let times: ReadonlyMap<string, number> = new Map();

/** Replaces the times of all test clocks of the environment. */
export function useTestTimes(next: ReadonlyMap<string, number>): void {
  times = next;
}

/** Whether any tenant of the environment has a test clock, as far as this process knows. */
export const hasTestTimes = (): boolean => times.size > 0;

/**
 * Returns the time by which residences, invites and passes of a tenant begin and end. It is the time of the test clock
 * while that is ahead of real time, otherwise real time. Applied to its own result, it changes nothing.
 */
export function tenantNow({ tenantId, now }: TenantMoment): Date {
  const time = times.get(tenantId);
  return time === undefined || time <= now.getTime() ? now : new Date(time);
}
