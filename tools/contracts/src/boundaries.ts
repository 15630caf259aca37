import { join } from 'node:path';

import { boundaryRules } from './boundary-rules.ts';
import { cruiseRepository } from './cruise-repository.ts';

const { files, violations } = await cruiseRepository(join(import.meta.dirname, '../../..'));

for (const { rule, from, to } of violations) {
  const reason = boundaryRules.find(({ name }) => name === rule)?.comment ?? '';
  console.error(`${from} → ${to}\n  ${rule}: ${reason}`);
}
console.log(`${files} files read, ${violations.length} forbidden imports`);
if (violations.length > 0) process.exitCode = 1;
