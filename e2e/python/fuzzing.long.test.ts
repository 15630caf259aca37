import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { findPython, openVenv } from '@pas/tools/python/open-venv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { createCompany } from '../client/new-company.ts';
import { actAsManager, inviteToNewUnit } from '../client/property-manager.ts';
import { signUp } from '../client/resident.ts';
import { startDrill, type Drill } from '../faults/drill.ts';

const python = await findPython(12);
const requirements = join(import.meta.dirname, 'requirements.txt');
const timeout = 20 * 60_000;

/** Credential of the requests, and parameters that the tool cannot guess. */
interface FuzzOptions {
  document: 'admin' | 'resident' | 'core-mobile' | 'webhooks';
  token: string;
  /** Pattern of the paths to request. Default: all. */
  paths?: string;
  parameters?: Readonly<Record<string, string>>;
}

interface Problem {
  code: string;
  message: string;
  errors?: { code: string; message: string }[];
}

interface Report {
  test_cases: { generated: number };
  failures: { code: string; operations: string[] }[];
}

/** Report of the tool, with the unexpected answers in its output. */
interface FuzzResult {
  report: Report;
  problems: Problem[];
}

/**
 * Codes of the tool that are expected. ST202 is refused input that fits the schema. ST108 is an event that does not fit
 * the schema of its stream, because schemas describe streams as texts.
 */
const expectedFindings: readonly string[] = ['ST202', 'ST108'];

/** The check that sends forged credentials from one address until the gateway limits it. */
const forgedCredentials = 'ignored_auth';

/** Receivers also accept methods that the description of a provider's events does not name, so `Allow` lists more. */
const excludedChecks: Readonly<Record<string, string>> = {
  // A browser of another origin gets 403 before its token is read.
  resident: `${forgedCredentials},missing_required_header`,
  webhooks: `${forgedCredentials},allow_header_conformance`,
};

/** The last parts of the paths that take a controller key. */
const ofControllers = '(verify|heartbeat|events|directory)';

/** Codes of rules beyond a JSON schema, which depend on other fields, the clock, the store, or long lists. */
const beyondSchemas: ReadonlySet<string> = new Set([
  'out_of_range',
  'invalid_value',
  'invalid_phone',
  'invalid_email',
  'ambiguous',
  'required',
  'repeated',
  'staff_only',
  'staff_has_no_residence',
  'residence_required',
  'ends_before_start',
  'immutable',
  'not_a_table',
  'unsupported_media_type',
  'phone_is_virtual_number',
  'code_invalid',
  'challenge_ended',
  'import_has_errors',
  'token_ended',
  'contact_missing',
  'channel_unavailable',
  'idempotency_key_reused',
  'email_mismatch',
  'headers_too_large',
]);

/** Parses the problem bodies in the tool's output. */
const problemsIn = (output: string): Problem[] =>
  Array.from(
    output.matchAll(/`(\{"type":"\/docs\/errors#.*\})`/g),
    ([, body = '']) => JSON.parse(body) as Problem,
  );

describe.skipIf(python === null)('requests generated from the descriptions', () => {
  let drill: Drill;
  let venvPython: string;
  let dir: string;

  beforeAll(async () => {
    [drill, venvPython] = await Promise.all([
      startDrill({ hasDemo: true }),
      openVenv(python ?? '', [requirements]),
    ]);
    dir = await mkdtemp(join(tmpdir(), 'property-access-fuzzing-'));
  });
  afterAll(async () => {
    await drill.stop();
    await rm(dir, { recursive: true, force: true });
  });

  async function fuzz({ document, token, paths = '.', parameters = {} }: FuzzOptions): Promise<FuzzResult> {
    const lines = Object.entries(parameters).map(([name, value]) => `"${name}" = "${value}"`);
    // A generated If-Match gets 412, and a generated state of an invite 410. A long query gets 431.
    const valid = ['2xx', '3xx', '401', '403', '404', '409', '410', '412', '429', '431', '5xx'];
    const invalid = [
      '400',
      '401',
      '403',
      '404',
      '405',
      '406',
      '409',
      '415',
      '422',
      '428',
      '429',
      '431',
      '5xx',
    ];
    const statuses = (check: string, expected: readonly string[]): string =>
      `[checks.${check}]\nexpected-statuses = ${JSON.stringify(expected)}`;
    const accepted = statuses('positive_data_acceptance', valid);
    const refused = statuses('negative_data_rejection', invalid);
    const config = ['[parameters]', ...lines, accepted, refused].join('\n');
    await writeFile(join(dir, 'schemathesis.toml'), config);
    const reportFile = join(dir, `${document}.json`);
    const flags = {
      '--url': drill.local.gatewayUrl,
      '--header': `Authorization: Bearer ${token}`,
      '--include-path-regex': paths,
      '--exclude-checks': excludedChecks[document] ?? forgedCredentials,
      '--max-examples': '25',
      '--workers': '2',
      '--suppress-health-check': 'all',
      '--output-truncate': 'false',
      '--warnings': 'off',
      '--report': 'json',
      '--report-json-path': reportFile,
    };
    const description = join(repositoryDir, 'docs/openapi', `${document}.yaml`);
    const args = [
      '-m',
      'schemathesis.cli',
      'run',
      description,
      '--continue-on-failure',
      ...Object.entries(flags).flat(),
    ];
    const options = { cwd: dir, maxBuffer: 256 * 1024 * 1024 };
    // The tool exits with 1 after a finding, and prints it.
    const { stdout } = await promisify(execFile)(venvPython, args, options).catch(
      (error: unknown) => error as { stdout: string },
    );
    // Two kinds of callers write the same file, so an import would return the first report again.
    const report = JSON.parse(await readFile(reportFile, 'utf8')) as Report;
    return { report, problems: problemsIn(stdout) };
  }

  /** Returns the findings that the descriptions do not explain. Too few requests count as one. */
  function unexplained({ report, problems }: FuzzResult, minRequests = 1000): string[] {
    const { generated } = report.test_cases;
    const others = report.failures
      .filter(({ code }) => !expectedFindings.includes(code))
      .map(({ code, operations }) => `${code}: ${operations.join(', ')}`);
    const unknown = problems
      .flatMap(({ errors = [], ...problem }) => [problem, ...errors])
      .filter(({ code }) => code !== 'validation_failed' && !beyondSchemas.has(code))
      .map(({ code, message }) => `${code}: ${message}`);
    return [...others, ...unknown, ...(generated > minRequests ? [] : [`only ${generated} requests`])];
  }

  test('get answers that match the Admin API description, with a platform key', { timeout }, async () => {
    const { gatewayUrl, platformApiKey: token, secondTenantApiKey: key } = drill.local;
    // A random request may revoke the keys of this tenant, which has demo data.
    const { tenantId } = await actAsManager({ gatewayUrl, key }).createProperty('Fuzzed');
    const parameters = { tenantId, 'header.X-Admin-Env': 'DEV' };
    expect(unexplained(await fuzz({ document: 'admin', token, parameters }))).toEqual([]);
  });

  test('get answers that match the Admin API description, with a tenant’s key', { timeout }, async () => {
    const { tenantId, key: token } = await createCompany(drill.local, { name: 'Fuzzed' });
    const parameters = { tenantId, 'header.X-Admin-Env': 'DEV' };
    // A random request may revoke the key that it uses.
    const paths = '^/api/admin/(?!api-keys)';
    expect(unexplained(await fuzz({ document: 'admin', token, paths, parameters }))).toEqual([]);
  });

  test('get answers that match the Resident API description', { timeout }, async () => {
    const { invite } = await inviteToNewUnit(drill.manager, 'Fuzzed', 'fuzzed@example.test');
    const { body } = await signUp(drill.local.gatewayUrl, { inviteToken: invite.token });
    expect(unexplained(await fuzz({ document: 'resident', token: body.token }))).toEqual([]);
  });

  test('get answers that match the mobile API description, as a resident', { timeout }, async () => {
    const { invite } = await inviteToNewUnit(drill.manager, 'Fuzzed', 'mobile@example.test');
    const { body } = await signUp(drill.local.gatewayUrl, { inviteToken: invite.token });
    const paths = `^/(devices|registration|access(?!/${ofControllers}))`;
    const result = await fuzz({ document: 'core-mobile', token: body.token, paths });
    expect(unexplained(result)).toEqual([]);
  });

  test('get answers that match the mobile API description, as a controller', { timeout }, async () => {
    const property = await drill.manager.createProperty('Fuzzed');
    const controller = { adapter: 'nats', ref: 'fuzzed-door' };
    const body = { propertyId: property.id, name: 'Fuzzed', kind: 'DOOR', controller };
    const added = drill.manager.call<{ accessPoint: { id: string } }>('/access-points', { body });
    const { accessPoint } = await bodyOf(added, 201);
    const keyPath = `/access-points/${accessPoint.id}/controller-key`;
    const issued = drill.manager.call<{ controllerKey: { secret: string } }>(keyPath, { method: 'POST' });
    const { secret: token } = (await bodyOf(issued, 201)).controllerKey;
    const result = await fuzz({ document: 'core-mobile', token, paths: `^/access/${ofControllers}` });
    expect(unexplained(result, 100)).toEqual([]);
  });

  test('without a signature get answers that match the description of webhooks', { timeout }, async () => {
    const result = await fuzz({ document: 'webhooks', token: 'none' });
    expect(unexplained(result, 100)).toEqual([]);
  });
});
