import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A controller as the file of the doors has it: its key, and the doors that it serves. */
const Controller = z.object({
  key: z.string().min(1),
  doors: z.array(z.object({ ref: z.string().min(1), accessPointId: z.string().min(1) })),
});
export type Controller = z.infer<typeof Controller>;

const DoorsFile = z.object({ controllers: z.array(Controller) });

/** The controllers that the sandbox plays. */
export interface Controllers {
  /** Those of the file, as it is now, and those that were added. */
  read(): Promise<Controller[]>;
  /** Gives a door a controller until the sandbox ends; instead of the one that it had. */
  add(door: { ref: string; accessPointId: string; key: string }): void;
  /** The door of a controller by its reference. */
  find(ref: string): Promise<{ accessPointId: string; key: string } | null>;
}

/** Keeps the controllers; the file is read each time, because it may be written after the sandbox has started. */
export function createControllers(file: string | undefined): Controllers {
  const added = new Map<string, { accessPointId: string; key: string }>();
  const read = async (): Promise<Controller[]> => {
    const isThere = file !== undefined && existsSync(file);
    const stored = isThere ? DoorsFile.parse(JSON.parse(await readFile(file, 'utf8'))).controllers : [];
    const kept = stored.map(({ key, doors }) => ({ key, doors: doors.filter(({ ref }) => !added.has(ref)) }));
    const own = [...added].map(([ref, { accessPointId, key }]) => ({ key, doors: [{ ref, accessPointId }] }));
    return [...kept, ...own];
  };
  return {
    read,
    add: ({ ref, ...door }) => void added.set(ref, door),
    async find(ref) {
      for (const { key, doors } of await read()) {
        const door = doors.find((each) => each.ref === ref);
        if (door) return { key, accessPointId: door.accessPointId };
      }
      return null;
    },
  };
}
