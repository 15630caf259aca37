import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')('includes the time of the script that this program replaced', () => {
  const module = join(import.meta.dirname, 'seconds-since-start.ts');
  const program = `import { secondsSinceStart } from '${module}';
    console.log(secondsSinceStart() - performance.now() / 1000);`;
  const script = 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; exec "$0" --input-type=module -e "$1"';
  const scriptSeconds = Number(execFileSync('sh', ['-c', script, process.execPath, program]));
  expect(scriptSeconds).toBeGreaterThan(0.05);
  expect(scriptSeconds).toBeLessThan(60);
});
