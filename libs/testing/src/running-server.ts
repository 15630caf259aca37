/** Data directory and port of a local server. */
export interface LocalServerOptions {
  /** Data directory, created if missing. It also gets the server's log. */
  readonly dir: string;
  /** Port on 127.0.0.1. */
  readonly port: number;
  /** Whether the server outlives this process, so that it must be ended by its process id. */
  readonly isDetached?: boolean;
}

/** A ready server. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Ends the server and waits for its end. Its data stays. */
  readonly stop: () => Promise<void>;
  /** Rejects with the reason in the log as soon as the server ends; never resolves. */
  readonly failed: Promise<never>;
}
