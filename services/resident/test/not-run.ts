import { createLogger } from '@pas/platform/log/logger';
import { createDoorCommands } from '@pas/shared/access/door-commands';

/** Placeholder for a function that a test does not run. */
export const nothingIsRun = (): never => {
  throw new Error('no route is run here');
};

/** Placeholder for limits that a test does not run. */
export const noLimits = {
  countAddress: nothingIsRun,
  tryCountTarget: nothingIsRun,
  countTarget: nothingIsRun,
};

/** Door commands without a reachable controller, for tests that open no doors. */
export const noDoors = createDoorCommands({
  adapters: {},
  log: createLogger({ service: 'resident', environment: 'TEST', level: 'silent' }),
});
