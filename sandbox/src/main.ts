import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { startSandbox } from './start-sandbox.ts';

const log = pino({ name: 'sandbox' });

try {
  const sandbox = await startSandbox(readConfig(process.env), (error) =>
    log.error({ err: error }, 'unexpected'),
  );
  const { stop, ...urls } = sandbox;
  closeWithGrace({ delay: 5_000, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'ends after an error');
    await stop();
    log.info({ signal }, 'stopped');
  });
  log.info({ ...urls, startedInMs: Math.round(performance.now()) }, 'ready');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
