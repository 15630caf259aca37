/** Result of one check of a system. Only failures change the exit code. */
export interface Finding {
  /** The check, such as `indexes`. */
  check: string;
  level: 'ok' | 'warning' | 'failure';
  message: string;
  /** The operator's next step; null if there is nothing to do. */
  next: string | null;
}

/** A finding without the name of its check, which `runChecks` adds. */
export type CheckResult = Omit<Finding, 'check'>;

export const fine = (message: string): CheckResult => ({ level: 'ok', message, next: null });
export const warning = (message: string, next: string): CheckResult => ({ level: 'warning', message, next });
export const failure = (message: string, next: string): CheckResult => ({ level: 'failure', message, next });

/** A check of one part of a system. */
export interface Check {
  name: string;
  run: () => Promise<readonly CheckResult[]>;
}

/** Runs checks one after the other. A check that throws is a failure, and the next ones still run. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of checks) {
    const results = await run().catch((error: unknown) => [
      failure(`The check could not run: ${(error as Error).message}`, 'Repair the cause and run it again.'),
    ]);
    findings.push(...results.map((each) => ({ check: name, ...each })));
  }
  return findings;
}
