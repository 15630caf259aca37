import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { repository } from '../generated-file.ts';

const run = promisify(execFile);
const chart = join(repository, 'deploy/helm');

const Container = z.looseObject({
  image: z.string(),
  args: z.array(z.string()).default([]),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  resources: z.looseObject({ limits: z.record(z.string(), z.string()).default({}) }).optional(),
  securityContext: z
    .looseObject({
      readOnlyRootFilesystem: z.boolean().optional(),
      allowPrivilegeEscalation: z.boolean().optional(),
      capabilities: z.object({ drop: z.array(z.string()) }).optional(),
    })
    .optional(),
});

const Pod = z.looseObject({
  automountServiceAccountToken: z.boolean().optional(),
  securityContext: z
    .looseObject({
      runAsNonRoot: z.boolean().optional(),
      seccompProfile: z.object({ type: z.string() }).optional(),
    })
    .optional(),
  containers: z.array(Container).min(1),
});
export type Pod = z.output<typeof Pod>;

const Metadata = z.looseObject({
  name: z.string(),
  labels: z.record(z.string(), z.string()).default({}),
  annotations: z.record(z.string(), z.string()).default({}),
});

const Manifest = z.looseObject({
  kind: z.string(),
  metadata: Metadata,
  spec: z.looseObject({ template: z.looseObject({ spec: Pod }).optional() }),
});
export type Manifest = z.output<typeof Manifest>;

/** Finds or builds Helm; null if the machine has neither Helm nor Go. */
export async function findHelm(): Promise<string | null> {
  const { stdout } = await run(join(repository, 'script/toolchain/helm')).catch(() => ({ stdout: '' }));
  return stdout.trim() || null;
}

/**
 * Renders the chart for a file of `deploy/helm/values`, as the release `core` in the namespace `property`.
 *
 * @param settings further values, such as `image.tag=1.2.3`
 * @throws Error with Helm's message if the values break the schema
 */
export async function renderChart(
  helm: string,
  values: string,
  settings: readonly string[] = [],
): Promise<string> {
  const where = ['template', 'core', chart, '--namespace', 'property', '--kube-version', '1.37.0'];
  const given = [
    '--values',
    join(chart, 'values', values),
    ...settings.flatMap((setting) => ['--set', setting]),
  ];
  const { stdout } = await run(helm, [...where, ...given], { maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

/**
 * Checks the chart with a file of `deploy/helm/values`; warnings count as faults.
 *
 * @throws Error with Helm's findings
 */
export async function lintChart(helm: string, values: string): Promise<string> {
  const given = ['--strict', '--kube-version', '1.37.0', '--values', join(chart, 'values', values)];
  return (await run(helm, ['lint', ...given, chart])).stdout;
}

export const readManifests = (rendered: string): Manifest[] =>
  parseAllDocuments(rendered).flatMap((document) => {
    const content: unknown = document.toJS();
    return content === null ? [] : [Manifest.parse(content)];
  });
