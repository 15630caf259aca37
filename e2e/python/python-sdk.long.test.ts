import { join } from 'node:path';
import { preparePythonClient, runPython } from '@pas/tools/python-client/run-python';
import { readMethodTable } from '@pas/tools/python-client/python-client-files';
import { beforeAll, expect, test } from 'vitest';
import { startDrill, type Drill } from '../faults/drill.ts';

interface Outcome {
  /** HTTP status by client and operation: `Admin.ensureUnit`. */
  statuses: Record<string, number>;
  codes: Record<string, string>;
}

const timeout = 20 * 60_000;
let python: string;
let drill: Drill;
beforeAll(async () => {
  [python, drill] = await Promise.all([preparePythonClient(['requirements.txt']), startDrill()]);
  return () => drill.stop();
}, timeout);

/** Codes of the operations that need what the program cannot make: operators, calls, codes of mails. */
const refusals = {
  acceptInvite: 'not_found',
  addPasskey: 'validation_failed',
  deleteDevice: 'not_found',
  deletePasskey: 'not_found',
  endOccupancy: 'not_found',
  endSession: 'token_invalid',
  endStaffSession: 'not_found',
  exchangeIdentityToken: 'token_invalid',
  finishLogIn: 'login_failed',
  getCall: 'not_found',
  getDevice: 'not_found',
  getOwnCall: 'not_found',
  getReport: 'not_found',
  getSession: 'token_invalid',
  listSessions: 'token_invalid',
  registerResident: 'not_found',
  requestInviteRenewal: 'invite_pending',
  resetPassword: 'validation_failed',
  showJoinPage: 'not_found',
  showResetPage: 'not_found',
  signInByPasskey: 'validation_failed',
  submitJoinForm: 'not_found',
  submitRenewalForm: 'not_found',
  submitResetForm: 'not_found',
  updateReport: 'not_found',
  verifyEmail: 'validation_failed',
  verifyPhone: 'validation_failed',
  verifyPin: 'access_denied',
};

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

test.each(['sync', 'async'])('the %s Python client calls every operation', { timeout }, async (mode) => {
  const { gatewayUrl, platformApiKey } = drill.local;
  const program = join(import.meta.dirname, 'client_scenario/main.py');
  const { statuses, codes } = JSON.parse(
    await runPython(python, [program, gatewayUrl, platformApiKey, mode]),
  ) as Outcome;
  const { clients } = await readMethodTable();
  const named = Object.entries(clients).flatMap(([client, descriptions]) =>
    Object.values(descriptions).flatMap((methods) =>
      Object.keys(methods).map((id) => `${capital(client)}.${id}`),
    ),
  );
  expect(Object.keys(statuses).toSorted()).toEqual(named.toSorted());
  expect(codes).toEqual(refusals);
});
