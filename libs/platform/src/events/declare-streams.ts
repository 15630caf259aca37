import {
  AckPolicy,
  DiscardPolicy,
  nanos,
  RetentionPolicy,
  StorageType,
  type ConsumerConfig,
  type JetStreamManager,
  type StreamConfig,
} from 'nats';
import { nullIfMissing, type Bus } from './bus.ts';
import { union, type ConsumerDeclaration, type StreamDeclaration } from './declarations.ts';

/** All streams and durable consumers of an environment's bus. */
export interface BusDeclarations {
  streams: readonly StreamDeclaration[];
  consumers: readonly ConsumerDeclaration[];
  /** Copies of each stream: 3 in a cluster of three servers. Without it, new streams get 1 and others keep theirs. */
  replicas?: number;
}

const defaultAckWaitMs = 30_000;
const defaultMaxAckPending = 500;

/** Settings that each run applies to a stream. `deny_delete` and `deny_purge` can never be reverted. */
export const toStreamConfig = (declaration: StreamDeclaration): Partial<StreamConfig> => ({
  max_age: nanos(declaration.maxAgeMs),
  duplicate_window: nanos(600_000),
  discard: declaration.refusesNewAt ? DiscardPolicy.New : DiscardPolicy.Old,
  max_msgs: declaration.refusesNewAt ?? -1,
  deny_delete: declaration.isAppendOnly ?? false,
  deny_purge: declaration.isAppendOnly ?? false,
});

/**
 * Settings of a durable consumer. `backoff` is missing because it would silently replace `ack_wait`. `max_deliver` is
 * unlimited because crashes would use up the deliveries.
 */
const toConsumerConfig = (declaration: ConsumerDeclaration): Partial<ConsumerConfig> => ({
  durable_name: declaration.durable,
  filter_subjects: [...declaration.subjects],
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(declaration.ackWaitMs ?? defaultAckWaitMs),
  max_deliver: -1,
  max_ack_pending: declaration.maxAckPending ?? defaultMaxAckPending,
});

/** Settings that each run applies to a durable consumer that exists. */
export function toChangeableConfig(declaration: ConsumerDeclaration) {
  const { ack_wait, max_ack_pending } = toConsumerConfig(declaration);
  return { ack_wait, max_ack_pending };
}

/** Whether a configuration already has the wanted settings. */
export function isLike(present: object, wanted: object): boolean {
  const values = new Map<string, unknown>(Object.entries(present));
  // The server omits settings that are false.
  return Object.entries(wanted).every(([name, value]) => (values.get(name) ?? false) === value);
}

async function declareStream(
  { streams }: JetStreamManager,
  declaration: StreamDeclaration,
  replicas: number | undefined,
): Promise<void> {
  const { name } = declaration;
  const settings = {
    ...toStreamConfig(declaration),
    ...(replicas !== undefined && { num_replicas: replicas }),
  };
  const info = await streams.info(name).catch(nullIfMissing);
  const subjects = union(info?.config.subjects, declaration.subjects);
  if (!info) {
    const fixed = { name, storage: StorageType.File, retention: RetentionPolicy.Limits };
    await streams.add({ ...fixed, ...settings, subjects });
  } else if (subjects.length > info.config.subjects.length || !isLike(info.config, settings)) {
    await streams.update(name, { ...settings, subjects });
  }
}

async function declareConsumer(
  { consumers }: JetStreamManager,
  declaration: ConsumerDeclaration,
): Promise<void> {
  const { stream, durable } = declaration;
  const info = await consumers.info(stream, durable).catch(nullIfMissing);
  const present = info?.config.filter_subjects ?? [];
  const subjects = union(present, declaration.subjects);
  const changing = toChangeableConfig(declaration);
  if (!info) await consumers.add(stream, toConsumerConfig(declaration));
  else if (subjects.length > present.length || !isLike(info.config, changing))
    await consumers.update(stream, durable, { ...changing, filter_subjects: subjects } as ConsumerConfig);
}

/**
 * Makes the streams and durable consumers that are missing, and gives the others the subjects and limits that they
 * lack. It removes nothing and may run at any time, repeatedly. A durable that is created again gets every event that its
 * stream still has.
 *
 * @throws RetryLater while NATS is unavailable, or an error of the client when the user of the bus may not declare
 */
export async function declareStreams(
  bus: Bus,
  { streams, consumers, replicas }: BusDeclarations,
): Promise<void> {
  await bus.manage(async (manager) => {
    await Promise.all(streams.map((stream) => declareStream(manager, stream, replicas)));
    await Promise.all(consumers.map((consumer) => declareConsumer(manager, consumer)));
  });
}
