/** State of a process by its metrics. */
export interface Gauges {
  residentBytes: number;
  /** Open files, sockets included. */
  openFiles: number;
  /** Start of the process, in seconds since 1970. */
  startedAt: number;
  /** Longest delay of the event loop since the previous read, in milliseconds. */
  lagMs: number;
}

/** Reads the state of a process from its metrics. */
export async function readGauges(metricsPort: number): Promise<Gauges> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const valueOf = (name: string): number =>
    Number(new RegExp(String.raw`^${name}(?:\{[^}]*\})? (\S+)$`, 'm').exec(text)?.[1]);
  return {
    residentBytes: valueOf('process_resident_memory_bytes'),
    openFiles: valueOf('process_open_fds'),
    startedAt: valueOf('process_start_time_seconds'),
    lagMs: 1000 * valueOf('nodejs_eventloop_lag_max_seconds'),
  };
}
