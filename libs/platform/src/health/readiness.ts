/** One thing a process depends on. */
export interface HealthCheck {
  name: string;
  /** A failed critical check makes the process unready (503); any other one degrades it (200). */
  isCritical: boolean;
  /**
   * Returns at once if the state is known already, so that a check costs nothing.
   *
   * @throws an error with a message for the operator when the dependency cannot be used now
   */
  check: () => Promise<void> | undefined;
}

interface CheckResult {
  status: 'up' | 'down';
  message?: string;
}

export interface Readiness {
  status: 'ready' | 'degraded' | 'unready';
  checks: Record<string, CheckResult>;
}

/** A check that takes longer than this counts as failed: the answer must be true within five seconds. */
const checkTimeoutMs = 2000;

const up: CheckResult = { status: 'up' };

async function untilKnown(answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`did not answer within ${checkTimeoutMs} ms`)), checkTimeoutMs);
  });
  try {
    await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function runCheck({ check }: HealthCheck): Promise<CheckResult> {
  try {
    const answer = check();
    if (answer) await untilKnown(answer);
    return up;
  } catch (error) {
    return { status: 'down', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs all checks side by side and sums them up. */
export async function readReadiness(checks: readonly HealthCheck[]): Promise<Readiness> {
  const results = await Promise.all(checks.map(async (check) => [check, await runCheck(check)] as const));
  const failed = results.filter(([, result]) => result.status === 'down').map(([check]) => check);
  return {
    status: summarize(failed),
    checks: Object.fromEntries(results.map(([check, result]) => [check.name, result])),
  };
}

function summarize(failed: readonly HealthCheck[]): Readiness['status'] {
  if (failed.some((check) => check.isCritical)) return 'unready';
  return failed.length > 0 ? 'degraded' : 'ready';
}
