import { createLogger } from '@pas/platform/log/logger';
import { createDoorCommands } from '@pas/shared/access/door-commands';

/** Stands for a part that a test does not run. */
export const nothingIsRun = (): never => {
  throw new Error('no route is run here');
};

/** Limits that a test does not run. */
export const noLimits = { countAddress: nothingIsRun, isWithin: nothingIsRun, requireWithin: nothingIsRun };

/** No controller can be reached: for tests that open no doors. */
export const noDoors = createDoorCommands({
  adapters: {},
  log: createLogger({ service: 'resident', environment: 'TEST', level: 'silent' }),
});
