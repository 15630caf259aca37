import type { Logger } from '@pas/shared/log/logger';
import type { Connection, mongo, PipelineStage } from 'mongoose';

/** The server answers a waiting stream at least this often, so silence means that it is lost. */
const heartbeatMs = 500;
const lostAfterMs = 1500;
const reopenAfterMs = 500;

export interface WatchOptions {
  connection: Connection;
  /** The stage that picks the changes to hear of. */
  match: PipelineStage.Match;
  /** Called with the id of each row that changed. */
  onChange: (id: string) => void;
  /** Called when the stream starts anew: of changes before that moment nothing was heard. */
  onGap: () => void;
  log: Logger;
}

/**
 * Watches a database for changes. The driver resumes a stream after elections and broken connections by itself; one
 * that can't be resumed starts again from now, after `onGap`.
 */
export class ChangeWatch {
  readonly #options: WatchOptions;
  #stream: mongo.ChangeStream | null = null;
  #heardAt = 0;
  #reopening: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#open();
  }

  /** Whether changes are heard of as they happen. */
  isLive(): boolean {
    return Date.now() - this.#heardAt < lostAfterMs;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#reopening);
    await this.#stream?.close();
  }

  #open(): void {
    const { connection, match } = this.#options;
    // There is no database before the connection is made for the first time.
    if (connection.db) this.#listen(connection.db.watch([match], { maxAwaitTimeMS: heartbeatMs }));
    else this.#openLater();
  }

  #openLater(): void {
    this.#reopening = setTimeout(() => this.#open(), reopenAfterMs).unref();
  }

  #listen(stream: mongo.ChangeStream): void {
    this.#stream = stream;
    let isNew = true;
    const hear = (): void => {
      if (isNew) this.#options.onGap();
      isNew = false;
      this.#heardAt = Date.now();
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
    this.#options.log.warn({ err }, 'a change stream is lost; it starts again');
    this.#stream = null;
    this.#heardAt = 0;
    void lost.close().catch(() => undefined);
    this.#openLater();
  }
}
