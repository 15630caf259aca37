import { build } from 'vite';
import { appNames, appOptions, builtDir } from './app-options.ts';
import { compressFiles } from './compress-files.ts';

// Builds both applications, and compresses what the gateway serves.
for (const app of appNames) {
  await build({ ...appOptions(app), logLevel: 'warn' });
  await compressFiles(builtDir(app));
}
