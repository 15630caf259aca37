import { cp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from '@pas/web/programs/compress-files';
import { build } from 'vitepress';
import { writePages } from './src/write-pages.ts';
import { archive } from './src/versions.ts';

// Builds the site, adds the earlier versions, and compresses what the gateway serves.
const built = join(import.meta.dirname, 'dist');
await rm(built, { recursive: true, force: true });
await writePages(join(import.meta.dirname, 'pages'), join(import.meta.dirname, '.pages'));
await build(import.meta.dirname);
if (existsSync(archive)) await cp(archive, built, { recursive: true });
await compressFiles(built, /\.(html|js|css)$/);
