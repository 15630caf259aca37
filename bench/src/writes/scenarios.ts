import { callClosedLoop, type LoadSize } from '../measure/call-closed-loop.ts';
import type { LoadResult } from '../measure/load-result.ts';
import { ask, adminRequest, freshLabels, makeProperty } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';
import type { BenchRequest } from '../measure/send-request.ts';
import type { RunningServer } from '../measure/run-node-program.ts';

/** One kind of write. */
export interface Scenario {
  /** Prepares the data of the requests, outside of the measured time. */
  prepare?: () => Promise<void>;
  next: () => BenchRequest | null;
  onSuccess?: (text: string) => void;
}

/** Sends the requests of a scenario, and waits for the last answer. */
export const callScenario = ({ next, onSuccess }: Scenario, size: LoadSize): Promise<LoadResult> =>
  callClosedLoop({ ...size, next, ...(onSuccess && { onSuccess }) });

/** The kinds of writes of this system. */
export const scenarioNames = ['create', 'keyed create', 'invite', 'sign-up'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export type Scenarios = Readonly<Record<ScenarioName, Scenario>> & { tenantId: string };

/** An open invite for a sign-up. */
interface OpenInvite {
  token: string;
  email: string;
  identityToken: string | null;
}

/** Invites go to units of earlier slices, each to a different one. */
const keptUnits = 64;

/** The number of identity tokens that are requested at once. */
const tokensAtOnce = 4;

function creations(system: BenchSystem, propertyId: string) {
  const label = freshLabels();
  const unitIds: string[] = [];
  const body = () => ({ propertyId, label: label() });
  const onSuccess = (text: string): void => {
    unitIds.push((JSON.parse(text) as { unit: { id: string } }).unit.id);
    if (unitIds.length > keptUnits) unitIds.shift();
  };
  const create: Scenario = { next: () => adminRequest(system, '/units', body()), onSuccess };
  let keys = 0;
  const keyed: Scenario = {
    next() {
      const request = adminRequest(system, '/units', body());
      keys += 1;
      return { ...request, headers: { ...request.headers, 'idempotency-key': `bench ${keys}` } };
    },
  };
  return { create, keyed, unitIds };
}

async function addIdentityToken({ local }: BenchSystem, invited: OpenInvite): Promise<void> {
  const { email } = invited;
  const url = `${local.sandboxUrl}/identity/session-tokens`;
  const { token } = await ask<{ token: string }>({ url, headers: {}, body: { email } });
  invited.identityToken = token;
}

/** Sign-ups use up the invites of the earlier slices. */
function onboarding(system: BenchSystem, unitIds: readonly string[]) {
  const waiting: OpenInvite[] = [];
  let made = 0;
  const invite: Scenario = {
    next() {
      made += 1;
      const body = {
        unitId: unitIds[made % unitIds.length],
        inviteeEmail: `resident-${made}@example.test`,
      };
      return adminRequest(system, '/onboarding/invite', body);
    },
    onSuccess(text) {
      const { invite: row } = JSON.parse(text) as { invite: { token: string; inviteeEmail: string } };
      waiting.push({ token: row.token, email: row.inviteeEmail, identityToken: null });
    },
  };
  const signUp: Scenario = {
    async prepare() {
      const queue = waiting.values();
      const work = async (): Promise<void> => {
        for (const invited of queue) await addIdentityToken(system, invited);
      };
      await Promise.all(Array.from({ length: tokensAtOnce }, work));
    },
    next() {
      const invited = waiting.shift();
      if (!invited) return null;
      const { token: inviteToken, identityToken } = invited;
      const body = { inviteToken, identityToken, firstName: 'Jordan', lastName: 'Reyes' };
      return { url: `${system.local.gatewayUrl}/api/v1/auth/signup`, headers: {}, body };
    },
  };
  return { invite, signUp };
}

/** Prepares the writes of a run: all of them belong to one new property. */
export async function prepareScenarios(system: BenchSystem): Promise<Scenarios> {
  const { propertyId, tenantId } = await makeProperty(system, 'Harbor View');
  const { create, keyed, unitIds } = creations(system, propertyId);
  const { invite, signUp } = onboarding(system, unitIds);
  return { create, 'keyed create': keyed, invite, 'sign-up': signUp, tenantId };
}

/** Returns the write of the plain program. Its labels have another prefix. */
export function peerScenario({ url }: Pick<RunningServer, 'url'>, prefix = 'Apt'): Scenario {
  const label = freshLabels(prefix);
  const propertyId = 'prop_01kb3rt9d5e0p8m6q2v7x4hzjn';
  return { next: () => ({ url: `${url}/units`, headers: {}, body: { propertyId, label: label() } }) };
}
