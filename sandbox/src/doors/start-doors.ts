import type { Router } from 'express';
import { createDoorBook } from './door-book.ts';
import { createDoorRoutes } from './door-routes.ts';
import { playDoors } from './play-doors.ts';

/** The running controllers of all doors. */
export interface Doors {
  readonly routes: Router;
  readonly isUp: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Plays the controllers of all doors, on the bus of each environment. */
export function startDoors(
  natsUrls: Readonly<Record<string, string>>,
  report: (error: unknown) => void,
): Doors {
  const book = createDoorBook();
  const players = Object.values(natsUrls).map((url) => playDoors(url, book, report));
  return {
    routes: createDoorRoutes(book),
    isUp: () => players.every((player) => player.isUp()),
    stop: async () => void (await Promise.all(players.map((player) => player.stop()))),
  };
}
