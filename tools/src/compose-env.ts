import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './generated-file.ts';
import { fillSecrets } from './fill-secrets.ts';
import { writePrivateFile } from './local-system/write-private-file.ts';

// Writes .env, with secrets of its own, for `docker compose up` on this machine; one that is there is never touched.
const path = join(repository, '.env');
if (existsSync(path)) {
  console.error('.env is there already. Remove it if the data of its containers may go with its secrets.');
  process.exitCode = 1;
} else {
  writePrivateFile(path, fillSecrets(readFileSync(join(repository, '.env.example'), 'utf8')));
  console.log(
    '.env is written: `docker compose up` starts the system, http://127.0.0.1:4000 is its gateway.',
  );
}
