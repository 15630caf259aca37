import type { ConsumerInfo, JetStreamAccountStats, StreamInfo } from 'nats';
import { nullIfMissing, type Bus } from './bus.ts';
import type { ConsumerDeclaration, StreamDeclaration } from './declarations.ts';
import { isLike, toChangeableConfig, toStreamConfig, type BusDeclarations } from './declare-streams.ts';

/** State of the streams and durable consumers of an environment. */
export interface StreamsState {
  /** Names that do not exist, as `stream AUDIT` and `consumer seal-audit of AUDIT`. */
  missing: readonly string[];
  /** Names whose settings or subjects differ from the declaration. */
  different: readonly string[];
  /** Messages by durable consumer that no process has fetched yet, and those that were delivered more than once. */
  lags: readonly { durable: string; pending: number; redelivered: number }[];
  /** Bytes on the disks of the server, and the limit of the account; null without a limit. */
  storage: { bytes: number; limit: number | null };
}

const lacks = (present: readonly string[] | undefined, wanted: readonly string[]): boolean =>
  wanted.some((subject) => !present?.includes(subject));

const isOtherStream = (declaration: StreamDeclaration, { config }: StreamInfo): boolean =>
  lacks(config.subjects, declaration.subjects) || !isLike(config, toStreamConfig(declaration));

const isOtherConsumer = (declaration: ConsumerDeclaration, { config }: ConsumerInfo): boolean =>
  lacks(config.filter_subjects, declaration.subjects) || !isLike(config, toChangeableConfig(declaration));

function storageOf({ storage: bytes, limits }: JetStreamAccountStats): StreamsState['storage'] {
  return { bytes, limit: limits.max_storage < 0 ? null : limits.max_storage };
}

/**
 * Compares the streams and durable consumers with their declarations, and reads their lags and their size.
 *
 * @throws RetryLater while NATS is unavailable, or an error of the client when the user of the bus may not read them
 */
export async function examineStreams(
  bus: Bus,
  { streams, consumers }: Pick<BusDeclarations, 'streams' | 'consumers'>,
): Promise<StreamsState> {
  return bus.manage(async (manager) => {
    const ofStreams = streams.map(async (declaration) => {
      const info = await manager.streams.info(declaration.name).catch(nullIfMissing);
      return { name: `stream ${declaration.name}`, info, isOther: info && isOtherStream(declaration, info) };
    });
    const ofConsumers = consumers.map(async (declaration) => {
      const { stream, durable } = declaration;
      const info = await manager.consumers.info(stream, durable).catch(nullIfMissing);
      const isOther = info && isOtherConsumer(declaration, info);
      return { name: `consumer ${durable} of ${stream}`, durable, info, isOther };
    });
    const [foundStreams, foundConsumers] = await Promise.all([
      Promise.all(ofStreams),
      Promise.all(ofConsumers),
    ]);
    const all = [...foundStreams, ...foundConsumers];
    return {
      missing: all.filter(({ info }) => info === null).map(({ name }) => name),
      different: all.filter(({ isOther }) => isOther === true).map(({ name }) => name),
      lags: foundConsumers.flatMap(({ durable, info }) =>
        info ? [{ durable, pending: info.num_pending, redelivered: info.num_redelivered }] : [],
      ),
      storage: storageOf(await manager.getAccountInfo()),
    };
  });
}
