import { Router } from 'express';
import type { DoorConfig } from '../config.ts';
import { createControllers } from './controllers.ts';
import { createDoorBook } from './door-book.ts';
import { createDoorRoutes } from './door-routes.ts';
import { createEventLog } from './event-log.ts';
import { createHttpCommands } from './http-commands.ts';
import { playDoors } from './play-doors.ts';
import { startReporter } from './report-doors.ts';

/** Running controllers of all doors. */
export interface Doors {
  readonly routes: Router;
  readonly isUp: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Plays the controllers of all doors, on the bus of each environment and over HTTP. They report to the system. */
export function startDoors(config: DoorConfig, report: (error: unknown) => void): Doors {
  const doors = createDoorBook();
  const events = createEventLog();
  const controllers = createControllers(config.file);
  const players = Object.values(config.natsUrls).map((url) => playDoors(url, doors, report));
  const { reportUrl: systemUrl } = config;
  const reporter =
    systemUrl === undefined ? null : startReporter({ systemUrl, controllers, doors, events, report });
  const routes = Router();
  routes.use(createHttpCommands(doors, config.httpSecret));
  routes.use(createDoorRoutes({ doors, events, controllers, wake: () => reporter?.wake() }));
  return {
    routes,
    isUp: () => players.every((player) => player.isUp()),
    stop: async () => {
      await Promise.all([...players.map((player) => player.stop()), reporter?.stop()]);
    },
  };
}
