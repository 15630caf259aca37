import { recordSpansBy } from './spans.ts';

/** Settings of tracing. */
export interface TracingConfig {
  ENVIRONMENT: string;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** The program that is traced. */
export interface TracedProgram {
  service: string;
  build: { version: string; build: string };
  /** Whether requests of clients arrive here first. */
  isEdge?: boolean;
}

/** Records and exports the spans of this process if a collector is configured. Without one, nothing is loaded. */
export async function startTracing(
  config: TracingConfig,
  { isEdge = false, ...program }: TracedProgram,
): Promise<{ stop(): Promise<void> }> {
  const { ENVIRONMENT: environment, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const { createOtlpRecorder } = await import('./otlp-recorder.ts');
  const ratio = config.OTEL_TRACES_SAMPLER_ARG;
  const recorder = createOtlpRecorder({ ...program, environment, endpoint, ratio, isEdge });
  recordSpansBy(recorder);
  return {
    async stop() {
      recordSpansBy(null);
      await recorder.stop();
    },
  };
}
