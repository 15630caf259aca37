import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { repository } from '../generated-file.ts';

/** Whether a copy contains a path. It contains the links of installed packages, and no built files. */
function isCopied(source: string): boolean {
  const name = basename(source);
  if (basename(dirname(source)) === 'node_modules') return name === '.bin' || !name.startsWith('.');
  return !['.git', '.tools', 'coverage', 'dist'].includes(name) && !name.startsWith('.data');
}

/** Copies the sources of the repository to a temporary directory that uses its installed packages, programs and mails. */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'repository-'));
  cpSync(repository, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  mkdirSync(join(copy, '.tools'));
  for (const path of ['node_modules/.pnpm', '.tools/bin', 'apps/mail/dist'])
    symlinkSync(join(repository, path), join(copy, path));
  return copy;
}
