/** Where a local server keeps its data and listens. */
export interface LocalServerOptions {
  /** Data directory, made if absent; the server's log is written there too. */
  readonly dir: string;
  /** Port on 127.0.0.1. */
  readonly port: number;
  /** Lets the server outlive this process, which then ends it by process id. */
  readonly isDetached?: boolean;
}

/** A server that is ready. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Ends the server and waits until it is gone; its data stays. */
  readonly stop: () => Promise<void>;
  /** Rejects, with the reason that the log gives, as soon as the server ends; never resolves. */
  readonly failed: Promise<never>;
}
