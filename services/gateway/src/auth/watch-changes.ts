import type { Logger } from '@pas/platform/log/logger';
import type { Connection, mongo, PipelineStage } from 'mongoose';

/**
 * The server answers a waiting stream at least this often, so silence means that it is lost. Until then a revocation
 * is not received, but it must work within two seconds.
 */
const heartbeatMs = 800;
const lostAfterMs = 1750;
const reopenAfterMs = 500;
/** A time before the start of the process. */
const never = -Infinity;

/** The time after an election in which a majority read may miss the last changes of the former primary. */
const settledAfterMs = 5000;

export interface WatchOptions {
  /** How long the watch continues without remembered records, in milliseconds. */
  restAfterMs: number;
  connection: Connection;
  /** The collection to watch. */
  collection: string;
  /** The stage that selects the changes. */
  match: PipelineStage.Match;
  /** Called with the id of each row that changed. */
  onChange: (id: string) => void;
  /** Called when look-ups may have missed changes: at a new stream, at an election, and five seconds after one. */
  onGap: () => void;
  log: Logger;
}

/**
 * Watches a collection for changes while credentials are cached. It does not stay open longer, because the server reads
 * its whole oplog for an open stream.
 *
 * It watches single collections. A watch of the whole database would need the right to read all of it, password hashes
 * included.
 *
 * The driver resumes a stream after elections and broken connections. A stream that cannot be resumed, or has rested,
 * starts again from now, after `onGap`.
 */
export class ChangeWatch {
  readonly #options: WatchOptions;
  #stream: mongo.ChangeStream | null = null;
  #heardAt = never;
  #neededAt = performance.now();
  /** When the watch began, for the first time or after a pause. */
  #begunAt = performance.now();
  #reopening: NodeJS.Timeout | undefined;
  #stopFollowing: (() => void) | undefined;
  #isResting = false;
  #isStopped = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#open();
  }

  /** Whether changes are reported as they happen. */
  isLive(): boolean {
    return performance.now() - this.#heardAt < lostAfterMs;
  }

  /** Whether changes should be received and are not. */
  isLost(): boolean {
    return !this.isLive() && !this.#isResting && performance.now() - this.#begunAt >= lostAfterMs;
  }

  /** Starts a resting watch again: the cache has a new record that a change could affect. */
  need(): void {
    this.#neededAt = performance.now();
    if (!this.#isResting || this.#isStopped) return;
    this.#isResting = false;
    this.#begunAt = this.#neededAt;
    this.#open();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#reopening);
    this.#stopFollowing?.();
    await this.#stream?.close();
  }

  /** Reports elections. The stream resumes after one without a gap, but look-ups may have missed its last changes. */
  #followElections(client: mongo.MongoClient): void {
    const { onGap } = this.#options;
    let election: string | undefined;
    let settled: NodeJS.Timeout | undefined;
    const follow = ({ newDescription: { type, electionId } }: mongo.ServerDescriptionChangedEvent): void => {
      if (type !== 'RSPrimary' || String(electionId) === election) return;
      election = String(electionId);
      onGap();
      clearTimeout(settled);
      settled = setTimeout(onGap, settledAfterMs).unref();
    };
    client.on('serverDescriptionChanged', follow);
    this.#stopFollowing = () => {
      client.off('serverDescriptionChanged', follow);
      clearTimeout(settled);
    };
  }

  #rest(): void {
    const stream = this.#stream;
    this.#isResting = true;
    this.#stream = null;
    this.#heardAt = never;
    // Closed later: this call comes from inside the stream's own work, which would continue and keep the cursor.
    setImmediate(() => void stream?.close().catch(() => undefined));
  }

  #open(): void {
    const { connection, collection, match } = this.#options;
    // There is no database before the connection is made for the first time.
    const rows = connection.db?.collection(collection);
    if (rows && !this.#stopFollowing) this.#followElections(connection.getClient());
    if (rows) this.#listen(rows.watch([match], { maxAwaitTimeMS: heartbeatMs }));
    else this.#openLater();
  }

  #openLater(): void {
    this.#reopening = setTimeout(() => this.#open(), reopenAfterMs).unref();
  }

  #listen(stream: mongo.ChangeStream): void {
    this.#stream = stream;
    let isNew = true;
    const hear = (): void => {
      if (stream !== this.#stream) return;
      if (isNew) this.#options.onGap();
      isNew = false;
      this.#heardAt = performance.now();
      if (this.#heardAt - this.#neededAt > this.#options.restAfterMs) this.#rest();
    };
    stream.on('resumeTokenChanged', hear);
    stream.on('change', (change) => {
      hear();
      if ('documentKey' in change) this.#options.onChange(String(change.documentKey._id));
    });
    stream.on('error', (error) => this.#reopen(stream, error));
    stream.on('close', () => this.#reopen(stream, undefined));
  }

  #reopen(lost: mongo.ChangeStream, err: unknown): void {
    if (this.#isStopped || lost !== this.#stream) return;
    this.#options.log.warn({ err }, 'a change stream is lost; the gateway opens it again');
    this.#stream = null;
    this.#heardAt = never;
    void lost.close().catch(() => undefined);
    this.#openLater();
  }
}
