import { writeFileSync } from 'node:fs';
import mongoose from 'mongoose';

// Loaded before a service: writes down what the service asks of its databases, whichever part of it asks. The client
// must be opened with `monitorCommands`; it reports each command through the one function that is replaced here.

interface CommandEvent {
  requestId: number;
  commandName: string;
  command?: Readonly<Record<string, unknown>>;
}

interface CommandRecord {
  name: string;
  collection: string | null;
  isInTransaction: boolean;
  /** Milliseconds since 1970, with fractions. */
  startedAt: number;
  endedAt: number | null;
}

const recorded: CommandRecord[] = [];
const open = new Map<number, CommandRecord>();
const now = (): number => performance.timeOrigin + performance.now();

function begin({ requestId, commandName, command = {} }: CommandEvent): void {
  // A cursor's next batch names the collection apart.
  const target = commandName === 'getMore' ? command['collection'] : command[commandName];
  const started: CommandRecord = {
    name: commandName,
    collection: typeof target === 'string' ? target : null,
    isInTransaction: command['autocommit'] === false,
    startedAt: now(),
    endedAt: null,
  };
  recorded.push(started);
  open.set(requestId, started);
}

function end({ requestId }: CommandEvent): void {
  const started = open.get(requestId);
  if (started) started.endedAt = now();
  open.delete(requestId);
}

interface Emitter {
  emit: (this: unknown, name: string, ...args: readonly unknown[]) => boolean;
}

const prototype = mongoose.mongo.MongoClient.prototype as unknown as Emitter;
const { emit } = prototype;
prototype.emit = function record(name, ...args) {
  if (name === 'commandStarted') begin(args[0] as CommandEvent);
  if (name === 'commandSucceeded' || name === 'commandFailed') end(args[0] as CommandEvent);
  return emit.call(this, name, ...args);
};

process.on('exit', () => writeFileSync(process.env['TRACE_FILE'] ?? '', JSON.stringify(recorded)));
