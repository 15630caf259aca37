import { parseArgs } from 'node:util';
import { architectureFiles } from './architecture.ts';
import { busConfigurationFiles } from './bus-configuration.ts';
import { asyncApiFiles } from './asyncapi.ts';
import { configurationFiles } from './configuration.ts';
import { designFiles } from './design-files.ts';
import { performanceFiles } from './performance-files.ts';
import { noticeFiles } from './release/notice.ts';
import { reliabilityFiles } from './reliability/reliability-page.ts';
import { scaleFiles } from './scale/scale-page.ts';
import { openApiFiles } from './openapi/openapi-files.ts';
import {
  compareFile,
  readCommitted,
  writeFiles,
  type GeneratedFile,
  type StaleFile,
} from './generated-file.ts';

const show = (line: string | null): string => line ?? '(no such line)';

function report({ path, line, committed, generated }: StaleFile): void {
  console.error(`${path}:${line} is stale\n  - ${show(committed)}\n  + ${show(generated)}`);
}

async function check(files: readonly GeneratedFile[]): Promise<void> {
  let stale = 0;
  for (const file of files) {
    const difference = compareFile(file, await readCommitted(file.path));
    if (!difference) continue;
    report(difference);
    stale += 1;
  }
  if (stale > 0) {
    console.error(`\nRun \`pnpm generate\` and commit what it writes.`);
    process.exitCode = 1;
    return;
  }
  console.log(`${files.length} generated files are up to date`);
}

async function write(files: readonly GeneratedFile[]): Promise<void> {
  const written = await writeFiles(files);
  for (const path of written) console.log(`${path} is written`);
  console.log(`${files.length - written.length} generated files are up to date already`);
}

// Writes every generated file of the repository. With --check, reports stale files and writes nothing.
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const files = [
  ...openApiFiles(),
  ...asyncApiFiles(),
  ...configurationFiles(),
  ...busConfigurationFiles(),
  ...designFiles(),
  ...performanceFiles(),
  ...reliabilityFiles(),
  ...(await architectureFiles()),
  ...(await scaleFiles()),
  ...(await noticeFiles()),
];
if (values.check) await check(files);
else await write(files);
