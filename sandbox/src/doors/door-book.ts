import { z } from 'zod';

const behaviours = ['answer', 'silent', 'slow', 'twice'] as const;

/** What a controller does with a command, as the fault switch takes it. */
export const SetDoorBehaviour = z.strictObject({
  behaviour: z.enum(behaviours),
  /** How long `slow` takes, in milliseconds. */
  delayMs: z.int().min(0).max(60_000).optional(),
});
export type SetDoorBehaviour = z.infer<typeof SetDoorBehaviour>;

/** A command as the services send it. A controller acts on nothing else. */
export const UnlockCommand = z.object({ attemptId: z.string().min(1), expiresAt: z.iso.datetime() });
export type UnlockCommand = z.infer<typeof UnlockCommand>;

/** A door as the sandbox shows it. */
export interface Door {
  readonly ref: string;
  readonly behaviour: SetDoorBehaviour['behaviour'];
  /** How often it has opened. */
  readonly pulses: number;
}

/** What a controller answers, after how long, and how often. */
export interface Answer {
  readonly delayMs: number;
  readonly texts: readonly string[];
}

/** The doors of the sandbox. A door is there from the first time that somebody names it. */
export interface DoorBook {
  show(ref: string): Door;
  set(ref: string, behaviour: SetDoorBehaviour): Door;
  /** Takes a command: opens the door, unless it did so for this attempt or the command has expired. */
  command(ref: string, command: UnlockCommand): Answer;
}

interface StoredDoor {
  behaviour: SetDoorBehaviour['behaviour'];
  delayMs: number;
  pulses: number;
  /** The attempts that it has opened for. */
  readonly attempts: Set<string>;
}

const usualDelayMs = 3000;

/** More attempts than any command can be repeated over. */
const keptAttempts = 1000;

/** Opens once for an attempt. */
function pulse(door: StoredDoor, { attemptId, expiresAt }: UnlockCommand): 'opened' | 'refused' {
  if (door.attempts.has(attemptId)) return 'opened';
  if (Date.parse(expiresAt) <= Date.now()) return 'refused';
  door.attempts.add(attemptId);
  door.pulses += 1;
  const [oldest] = door.attempts;
  if (door.attempts.size > keptAttempts && oldest !== undefined) door.attempts.delete(oldest);
  return 'opened';
}

/** Starts with no door; every door answers until it is told otherwise. */
export function createDoorBook(): DoorBook {
  const doors = new Map<string, StoredDoor>();
  const open = (ref: string): StoredDoor => {
    const door = doors.get(ref) ?? {
      behaviour: 'answer',
      delayMs: usualDelayMs,
      pulses: 0,
      attempts: new Set(),
    };
    doors.set(ref, door);
    return door;
  };
  const show = (ref: string): Door => {
    const { behaviour, pulses } = open(ref);
    return { ref, behaviour, pulses };
  };
  return {
    show,
    set(ref, { behaviour, delayMs = usualDelayMs }) {
      Object.assign(open(ref), { behaviour, delayMs });
      return show(ref);
    },
    command(ref, command) {
      const door = open(ref);
      const { behaviour, delayMs } = door;
      // A silent controller is dead: it hears nothing.
      if (behaviour === 'silent') return { delayMs: 0, texts: [] };
      const text = JSON.stringify({ attemptId: command.attemptId, result: pulse(door, command) });
      const texts = behaviour === 'twice' ? [text, text] : [text];
      return { delayMs: behaviour === 'slow' ? delayMs : 0, texts };
    },
  };
}
