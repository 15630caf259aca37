import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './generated-file.ts';
import { fillSecrets } from './fill-secrets.ts';
import { writePrivateFile } from './local-system/write-private-file.ts';

// Writes .env with new secrets for `docker compose up` on this machine. Never changes an existing file.
const path = join(repository, '.env');
if (existsSync(path)) {
  console.error(
    '.env exists already. Remove it only if you can lose the data of its containers, because its secrets are lost too.',
  );
  process.exitCode = 1;
} else {
  writePrivateFile(path, fillSecrets(readFileSync(join(repository, '.env.example'), 'utf8')));
  console.log(
    '.env is written. `docker compose up` starts the system. Its gateway is http://127.0.0.1:4000.',
  );
}
