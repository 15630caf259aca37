/** A check of one dependency of a process. */
export interface HealthCheck {
  name: string;
  /** Whether a failure makes the process unready (503) instead of degraded (200). */
  isCritical: boolean;
  /**
   * Checks the dependency. Returns undefined if the state is known already, so that the check costs nothing.
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

/**
 * The time that other checks get after a critical check has failed. The answer is known then. A caller must not take
 * this process for a silent one because another database does not answer.
 */
const graceMs = 100;

const up: CheckResult = { status: 'up' };

/** Timeout of the checks. It starts with the longest time and can be shortened. */
interface CheckTimeout {
  readonly ended: Promise<never>;
  shorten(): void;
  stop(): void;
}

function startCheckTimeout(): CheckTimeout {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const endIn = (ms: number, message: string) => setTimeout(() => reject(new Error(message)), ms);
  let timer = endIn(checkTimeoutMs, `did not answer within ${checkTimeoutMs} ms`);
  let isShort = false;
  return {
    ended,
    shorten() {
      if (isShort) return;
      isShort = true;
      clearTimeout(timer);
      timer = endIn(graceMs, 'is not known while another check fails');
    },
    stop: () => clearTimeout(timer),
  };
}

async function runCheck({ check, isCritical }: HealthCheck, timeout: CheckTimeout): Promise<CheckResult> {
  try {
    const answer = check();
    if (answer) await Promise.race([answer, timeout.ended]);
    return up;
  } catch (error) {
    if (isCritical) timeout.shorten();
    return { status: 'down', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs all checks in parallel and sums them up. An unready process answers without delay. */
export async function readReadiness(checks: readonly HealthCheck[]): Promise<Readiness> {
  const timeout = startCheckTimeout();
  const results = await Promise.all(
    checks.map(async (check) => [check, await runCheck(check, timeout)] as const),
  );
  timeout.stop();
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
