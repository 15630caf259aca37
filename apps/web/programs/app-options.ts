import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

/** The two applications of this package; each is served below its name. */
export const appNames = ['console', 'portal'] as const;
export type AppName = (typeof appNames)[number];

/** The package's directory. */
export const packageDir = join(import.meta.dirname, '..');

/** Returns the directory of the built application. */
export const builtDir = (app: AppName): string => join(packageDir, 'dist', app);

/** The gateway puts the nonce of each answer in the place of this word. */
const noncePlaceholder = '__NONCE__';

/** The worker keeps its name from release to release: a browser looks for its successor there. */
const workerFile = 'worker';

const entriesOf = (app: AppName): Record<string, string> => ({
  index: join(packageDir, app, 'index.html'),
  ...(app === 'portal' && { [workerFile]: join(packageDir, 'src/portal-worker/worker.ts') }),
});

/** Returns the options by which Vite serves and builds an application. */
export const appOptions = (app: AppName): InlineConfig => ({
  configFile: false,
  root: join(packageDir, app),
  base: `/${app}/`,
  publicDir: join(packageDir, app, 'public'),
  plugins: [react()],
  html: { cspNonce: noncePlaceholder },
  build: {
    outDir: builtDir(app),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Data URLs would grow the first load, and the content security policy forbids fonts from them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: entriesOf(app),
      output: {
        entryFileNames: ({ name }) => (name === workerFile ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
