import { build } from 'vite';
import { appNames, appOptions, builtDir } from './app-options.ts';
import { compressFiles } from './compress-files.ts';
import { writeFonts } from './write-fonts.ts';

// Builds both applications, and compresses what the gateway serves.
await writeFonts();
for (const app of appNames) {
  await build({ ...appOptions(app), logLevel: 'warn' });
  await compressFiles(builtDir(app));
}
