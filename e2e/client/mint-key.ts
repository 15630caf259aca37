import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';

interface NewKey {
  /** Id or slug. */
  tenant: string;
  /** Such as `units:read,onboarding:*`. */
  scopes: string;
  /** Environments of the key; default DEV. */
  environments?: string;
}

/** Mints an API key by `script/pas` on the system's data directory, as an operator. */
export async function mintKey(
  dataDir: string,
  { tenant, scopes, environments = 'DEV' }: NewKey,
): Promise<string> {
  const names = ['--tenant', tenant, '--name', 'e2e', '--scopes', scopes, '--environments', environments];
  const { stdout } = await promisify(execFile)(
    join(repositoryDir, 'script/pas'),
    ['keys', 'create', ...names],
    {
      env: { ...process.env, LOCAL_DATA: dataDir },
    },
  );
  return stdout.trim();
}
