import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A controller in the file of the doors: its key and its doors. */
const Controller = z.object({
  key: z.string().min(1),
  doors: z.array(z.object({ ref: z.string().min(1), accessPointId: z.string().min(1) })),
});
export type Controller = z.infer<typeof Controller>;

const DoorsFile = z.object({ controllers: z.array(Controller) });

/** The controllers that the sandbox plays. */
export interface Controllers {
  /** Reads the controllers of the file, and adds the later ones. */
  read(): Promise<Controller[]>;
  /** Sets the controller of a door until the sandbox stops, replacing an earlier one. */
  add(door: { ref: string; accessPointId: string; key: string }): void;
  /** Finds the door of a controller by its reference. */
  find(ref: string): Promise<{ accessPointId: string; key: string } | null>;
}

/** Keeps the controllers. Each call reads the file, because it may be written after the start of the sandbox. */
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
