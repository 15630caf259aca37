import type { CommandGroup } from '../command-context.ts';
import { readPublicKeys } from './read-keys.ts';
import { NotCheckable, verifyExport, type ExportVerification } from './verify-export.ts';

interface Options {
  key?: string;
  checkpoints?: string;
}

/** The exit codes of `pas audit verify`. */
const exitCodes = { valid: 0, broken: 1, notCheckable: 2 } as const;

const sentences: Readonly<Record<NonNullable<ExportVerification['reason']>, string>> = {
  changed: 'was changed, or the record before it was',
  personal_value_replaced: 'shows another personal value than was recorded',
  differs_from_checkpoint: 'is not the one that its checkpoint names: the chain was rewritten',
  foreign: 'is missing; a record of another chain stands in its place',
  removed: 'is missing (an export with filters has gaps: export without filters to check it)',
  reordered: 'is not in its place: the order was changed, or a record stands there twice',
  cut_off: 'is missing, and so are all records behind it: a checkpoint covers them',
  unreadable: 'cannot be read: the line is damaged, or the export broke off',
  forged_checkpoint: 'A checkpoint is not signed by this key, or belongs to another chain.',
  no_checkpoint:
    'No checkpoint covers these records, so nothing proves them. Export with checkpoints=true, or use --checkpoints.',
};

function explain({ reason, firstBrokenSeq, checked, uncovered, lastRecordedAt }: ExportVerification): string {
  if (reason !== null && firstBrokenSeq !== null) return `Record ${firstBrokenSeq} ${sentences[reason]}.`;
  if (reason !== null) return sentences[reason];
  const rest = uncovered > 0 ? ` No checkpoint covers the last ${uncovered} yet.` : '';
  return `${checked} records are as they were sealed; the last one is of ${lastRecordedAt}.${rest}`;
}

function exitCodeOf({ valid }: ExportVerification): number {
  if (valid === null) return exitCodes.notCheckable;
  return valid ? exitCodes.valid : exitCodes.broken;
}

const isExpected = (error: unknown): error is Error =>
  error instanceof NotCheckable || (error instanceof Error && 'code' in error && 'syscall' in error);

/** `pas audit`: checks of the audit that need no running system. */
export const auditCommands: CommandGroup = (program, { environment, print, remark, exit }) => {
  program
    .command('audit')
    .description('the audit, without the running system')
    .command('verify')
    .description(
      'check an export in ndjson with the published key alone; exits with 0 if it is valid, 1 if it is broken, 2 if it cannot be checked',
    )
    .argument('<file>', 'GET /api/admin/audit/export?format=ndjson&checkpoints=true')
    .option('--key <file>', 'public keys (PEM, JWK or JWK set); default AUDIT_CHECKPOINT_PUBLIC_KEYS')
    .option(
      '--checkpoints <path>',
      'a copy of the checkpoints, a file or the directory; default those that the export begins with',
    )
    .action(async (file: string, { key, checkpoints }: Options) => {
      try {
        const publicKeys = await readPublicKeys(key, environment['AUDIT_CHECKPOINT_PUBLIC_KEYS']);
        const found = await verifyExport({ file, publicKeys, checkpoints });
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
