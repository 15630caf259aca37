import { z } from 'zod';

const behaviours = ['answer', 'silent', 'slow', 'twice'] as const;

/** Behaviour of a controller, as the route that sets faults accepts it. */
export const SetDoorBehaviour = z.strictObject({
  behaviour: z.enum(behaviours),
  /** Delay of `slow`, in milliseconds. */
  delayMs: z.int().min(0).max(60_000).optional(),
});
export type SetDoorBehaviour = z.infer<typeof SetDoorBehaviour>;

/** A command of the services. A controller ignores all other messages. */
export const UnlockCommand = z.object({ attemptId: z.string().min(1), expiresAt: z.iso.datetime() });
export type UnlockCommand = z.infer<typeof UnlockCommand>;

/** A door as shown by the sandbox. */
export interface Door {
  readonly ref: string;
  readonly behaviour: SetDoorBehaviour['behaviour'];
  /** Number of openings. */
  readonly pulses: number;
}

/** Answers of a controller, and their delay. */
export interface Answer {
  readonly delayMs: number;
  readonly texts: readonly string[];
}

/** Doors of the sandbox. A door exists from its first mention. */
export interface DoorBook {
  show(ref: string): Door;
  set(ref: string, behaviour: SetDoorBehaviour): Door;
  /** Runs a command: opens the door, unless it opened for this attempt or the command expired. */
  command(ref: string, command: UnlockCommand): Answer;
}

interface StoredDoor {
  behaviour: SetDoorBehaviour['behaviour'];
  delayMs: number;
  pulses: number;
  /** Attempts for which it opened. */
  readonly attempts: Set<string>;
}

const defaultDelayMs = 3000;

/** Number of remembered attempts, more than occur while a command can be repeated. */
const keptAttempts = 1000;

/** Opens the door once per attempt. */
function pulse(door: StoredDoor, { attemptId, expiresAt }: UnlockCommand): 'opened' | 'refused' {
  if (door.attempts.has(attemptId)) return 'opened';
  if (Date.parse(expiresAt) <= Date.now()) return 'refused';
  door.attempts.add(attemptId);
  door.pulses += 1;
  const [oldest] = door.attempts;
  if (door.attempts.size > keptAttempts && oldest !== undefined) door.attempts.delete(oldest);
  return 'opened';
}

/** Creates an empty book. Every door answers by default. */
export function createDoorBook(): DoorBook {
  const doors = new Map<string, StoredDoor>();
  const open = (ref: string): StoredDoor => {
    const door = doors.get(ref) ?? {
      behaviour: 'answer',
      delayMs: defaultDelayMs,
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
    set(ref, { behaviour, delayMs = defaultDelayMs }) {
      Object.assign(open(ref), { behaviour, delayMs });
      return show(ref);
    },
    command(ref, command) {
      const door = open(ref);
      const { behaviour, delayMs } = door;
      // A silent controller ignores every command.
      if (behaviour === 'silent') return { delayMs: 0, texts: [] };
      const text = JSON.stringify({ attemptId: command.attemptId, result: pulse(door, command) });
      const texts = behaviour === 'twice' ? [text, text] : [text];
      return { delayMs: behaviour === 'slow' ? delayMs : 0, texts };
    },
  };
}
