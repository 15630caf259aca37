/** The state of a process, as its metrics have it. */
export interface Gauges {
  residentBytes: number;
  /** The start of the process, in seconds since 1970. */
  startedAt: number;
  /** The longest delay of the event loop since the metrics were read before, in milliseconds. */
  lagMs: number;
}

/** Reads the state of a process from its metrics. */
export async function readGauges(metricsPort: number): Promise<Gauges> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const valueOf = (name: string): number =>
    Number(new RegExp(String.raw`^${name}(?:\{[^}]*\})? (\S+)$`, 'm').exec(text)?.[1]);
  return {
    residentBytes: valueOf('process_resident_memory_bytes'),
    startedAt: valueOf('process_start_time_seconds'),
    lagMs: 1000 * valueOf('nodejs_eventloop_lag_max_seconds'),
  };
}
