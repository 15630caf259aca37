import type { Bus } from '@pas/platform/events/bus';

/** Reaction of a controller to a command. */
type Behaviour = 'answer' | 'refuse' | 'silent' | 'twice' | 'nonsense';

interface Command {
  attemptId: string;
  expiresAt: string;
  /** Header of the message; null if it is absent. */
  traceparent: string | null;
}

/** A simulated controller on the bus, and the commands that it received. */
export interface TestDoor {
  /** All commands in the order of arrival. */
  readonly commands: readonly Command[];
  behave(behaviour: Behaviour): void;
  /** Answers the commands that `silent` left unanswered. */
  answerAll(): void;
  stop(): void;
}

/** Simulates the controller of one door. */
export function simulateDoor(bus: Bus, ref: string): TestDoor {
  const commands: Command[] = [];
  const unanswered: (() => void)[] = [];
  let behaviour: Behaviour = 'answer';
  const listening = bus.listen(`pas.v1.doors.${ref}.unlock`, (message) => {
    const body = JSON.parse(message.body) as Omit<Command, 'traceparent'>;
    const command = { ...body, traceparent: message.header('traceparent') ?? null };
    commands.push(command);
    const say = (result: string): void =>
      message.respond(JSON.stringify({ attemptId: command.attemptId, result }));
    const answers: Record<Behaviour, () => void> = {
      answer: () => say('opened'),
      refuse: () => say('refused'),
      silent: () => void unanswered.push(() => say('opened')),
      twice: () => {
        say('opened');
        say('opened');
      },
      nonsense: () => message.respond(JSON.stringify({ stream: 'ACTIVITY', seq: 7 })),
    };
    answers[behaviour]();
  });
  return {
    commands,
    behave: (next) => void (behaviour = next),
    answerAll: () => {
      for (const answer of unanswered.splice(0)) answer();
    },
    stop: () => listening.stop(),
  };
}
