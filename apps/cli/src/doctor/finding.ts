/** Result of one look at a system. Only failures change the exit code. */
export interface Finding {
  /** The check, such as `indexes`. */
  check: string;
  level: 'ok' | 'warning' | 'failure';
  message: string;
  /** The operator's next step; null if nothing is to do. */
  next: string | null;
}

/** A finding before its check is known. */
export type Look = Omit<Finding, 'check'>;

export const fine = (message: string): Look => ({ level: 'ok', message, next: null });
export const warning = (message: string, next: string): Look => ({ level: 'warning', message, next });
export const failure = (message: string, next: string): Look => ({ level: 'failure', message, next });

/** A check of one part of a system. */
export interface Check {
  name: string;
  look: () => Promise<readonly Look[]>;
}

/** Runs checks one after the other. A check that throws is a failure, and the next ones still run. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, look } of checks) {
    const looks = await look().catch((error: unknown) => [
      failure(`The check could not run: ${(error as Error).message}`, 'Repair the cause and run it again.'),
    ]);
    findings.push(...looks.map((each) => ({ check: name, ...each })));
  }
  return findings;
}
