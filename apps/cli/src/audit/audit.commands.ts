import { readConfig } from '@pas/platform/config/read-config';
import { Fault } from '@pas/platform/errors/fault';
import type { Command } from 'commander';
import { z } from 'zod';
import { readBy, type CommandContext, type CommandGroup } from '../command-context.ts';
import { RestorationConfig } from '../config.ts';
import { withDatabases } from '../open-stores.ts';
import { applyWithdrawals } from './apply-withdrawals.ts';
import { readPublicKeys } from './read-keys.ts';
import { recordRestorations } from './record-restorations.ts';
import { NotCheckable, verifyExport, type ExportVerification } from './verify-export.ts';

interface Options {
  key?: string;
  checkpoints?: string;
}

/** The exit codes of `pas audit verify` and `pas audit restored`. */
const exitCodes = { valid: 0, broken: 1, notCheckable: 2 } as const;

type Reason = NonNullable<ExportVerification['reason']>;
type ExportReason = 'forged_checkpoint' | 'no_checkpoint';

/** Faults of a record, each after its number. */
const recordFaults: Readonly<Record<Exclude<Reason, ExportReason>, string>> = {
  changed: 'was changed, or the record before it was',
  personal_value_replaced: 'shows another personal value than was recorded',
  differs_from_checkpoint: 'is not the one that its checkpoint names: the chain was rewritten',
  foreign: 'is missing; a record of another chain is in its place',
  removed: 'is missing (an export with filters has gaps: export without filters to check it)',
  reordered: 'is not in its place: the order was changed, or a record stands there twice',
  cut_off: 'is missing, and so are all records after it: a checkpoint covers them',
  unreadable: 'cannot be read: the line is damaged, or the export broke off',
};

/** Faults of a whole export. */
const exportFaults: Readonly<Record<ExportReason, string>> = {
  forged_checkpoint: 'A checkpoint is not signed by this key, or belongs to another chain.',
  no_checkpoint:
    'No checkpoint covers these records, so nothing proves them. Export with checkpoints=true, or use --checkpoints.',
};

function explain(found: ExportVerification): string {
  const { reason, firstBrokenSeq, checked, uncovered, lastRecordedAt, restorations } = found;
  if (reason === 'forged_checkpoint' || reason === 'no_checkpoint') return exportFaults[reason];
  if (reason !== null) return `Record ${firstBrokenSeq ?? 'of an unknown number'} ${recordFaults[reason]}.`;
  const rest = uncovered > 0 ? ` No checkpoint covers the last ${uncovered} yet.` : '';
  const losses = restorations.map(
    ({ lost, at, by, reason: why }) =>
      ` A restore lost records ${lost.fromSeq} to ${lost.toSeq} of the earlier chain. ${by} recorded it at ${at}: ${why}`,
  );
  return `${checked} records are as they were sealed; the last one is of ${lastRecordedAt}.${rest}${losses.join('')}`;
}

function exitCodeOf({ valid }: ExportVerification): number {
  if (valid === null) return exitCodes.notCheckable;
  return valid ? exitCodes.valid : exitCodes.broken;
}

const isExpected = (error: unknown): error is Error =>
  error instanceof NotCheckable || (error instanceof Error && 'code' in error && 'syscall' in error);

const reasonOption = readBy(z.string().trim().min(1).max(500));

function addRestored(group: Command, { environment, operator, print, remark, exit }: CommandContext): void {
  group
    .command('restored')
    .description(
      'after a restore from a backup, before the services start: explain the lost records in every chain of ENVIRONMENT that is behind its checkpoints, and apply its erasures and revocations of keys again',
    )
    .requiredOption('--reason <text>', 'why the database was restored; it cannot be erased', reasonOption)
    .action(async ({ reason }: { reason: string }) => {
      const config = readConfig(RestorationConfig, environment);
      await withDatabases(config, async () => {
        let [count, faults] = [0, 0];
        const onFault = (tenantId: string, error: unknown): void => {
          if (!(error instanceof Fault)) throw error;
          faults += 1;
          remark(`${tenantId}: ${error.message}`);
        };
        for await (const restoration of recordRestorations(config, { operator, reason }, onFault)) {
          print(JSON.stringify(restoration));
          count += 1;
        }
        remark(`Restorations recorded: ${count}. Check each chain with GET /api/admin/audit/verify.`);
        const { applied, invalid } = await applyWithdrawals(config, operator);
        remark(`Erasures and revocations applied again: ${applied}.`);
        if (invalid > 0) remark(`Withdrawals without a valid signature, which had no effect: ${invalid}.`);
        exit(faults + invalid === 0 ? exitCodes.valid : exitCodes.broken);
      });
    });
}

/** `pas audit`: checks of exports without a running system, and the explanation of a restore. */
export const auditCommands: CommandGroup = (program, context) => {
  const { environment, print, remark, exit } = context;
  const group = program.command('audit').description('the chains of audit records');
  addRestored(group, context);
  group
    .command('verify')
    .description(
      'check an export in ndjson with only the published key; exits with 0 if it is valid, 1 if it is broken, 2 if it cannot be checked',
    )
    .argument('<file>', 'GET /api/admin/audit/export?format=ndjson, also with &checkpoints=true')
    .option('--key <file>', 'public keys (PEM, JWK or JWK set); default AUDIT_CHECKPOINT_PUBLIC_KEYS')
    .option(
      '--checkpoints <path>',
      'a copy of the checkpoints, a file or the directory; default those that the export begins with, else those in AUDIT_CHECKPOINT_DIR',
    )
    .action(async (file: string, { key, checkpoints }: Options) => {
      try {
        const publicKeys = await readPublicKeys(key, environment['AUDIT_CHECKPOINT_PUBLIC_KEYS']);
        const ownCheckpoints = environment['AUDIT_CHECKPOINT_DIR'];
        const found = await verifyExport({ file, publicKeys, checkpoints, ownCheckpoints });
        print(JSON.stringify(found));
        remark(explain(found));
        exit(exitCodeOf(found));
      } catch (error) {
        if (!isExpected(error)) throw error;
        remark(`pas: ${error.message}`);
        exit(exitCodes.notCheckable);
      }
    });
};
