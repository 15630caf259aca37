/** Computes the figure below which a share of all figures lies (nearest rank); NaN where there are none. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Two percentiles of some latencies, in milliseconds, rounded to a tenth. */
export interface Latency {
  p50Ms: number;
  p99Ms: number;
}

/** Sums up some latencies. */
export function latencyOf(ms: readonly number[]): Latency {
  const rounded = (share: number): number => Math.round(10 * percentile(ms, share)) / 10;
  return { p50Ms: rounded(0.5), p99Ms: rounded(0.99) };
}

/** Formats latencies: `12.0 · 40.5`. */
export const formatLatency = ({ p50Ms, p99Ms }: Latency): string =>
  `${p50Ms.toFixed(1)} · ${p99Ms.toFixed(1)}`;
