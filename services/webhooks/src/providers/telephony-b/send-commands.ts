import type { Command, CallDecision, LedCall, Party } from '../../calls/led-call.ts';
import { noticeText, offerText } from '../../calls/spoken-words.ts';
import { CommandRefused, commandIdOf, type CallCarrier } from './call-carrier.ts';
import { clientStateOf } from './call-event.schema.ts';

/** The time-outs for digits, in milliseconds. */
const [chooseMs, nameUnitMs] = [8000, 15_000];

/** A request to the REST API. */
interface Request {
  path: string;
  body: Record<string, unknown>;
  /** Index of the leg that the request begins; null for a request about an existing call. */
  begins: number | null;
  /** The request that follows if the provider refuses this one. */
  ifRefused?: Request | null | undefined;
}

/** Returns the provider's id of a party's phone; null while unknown. */
const idOf = ({ providerCallId, flow }: LedCall, party: Party): string | null =>
  party === 'visitor' ? providerCallId : (flow.legs[party]?.providerLegId ?? null);

/** Creates the request that rings a resident. */
const dialRequest = (call: LedCall, leg: number, connectionId: string | undefined): Request => ({
  path: '/calls',
  body: {
    client_state: clientStateOf(call._id),
    to: call.legs[leg]?.toNumber,
    from: call.toNumber,
    timeout_secs: call.flow.ringSeconds,
    link_to: call.providerCallId,
    ...(connectionId !== undefined && { connection_id: connectionId }),
  },
  begins: leg,
});

/**
 * Creates the requests of a command. Null replaces a request for a phone without a known id. A repeat that knows the id
 * then has the same indices. The phone is hung up after its first event.
 */
function requestsOf(command: Command, call: LedCall, connectionId: string | undefined): (Request | null)[] {
  const voice = { language: call.flow.voice, voice: 'female' };
  const state = { client_state: clientStateOf(call._id) };
  const act = (party: Party, action: string, body: Record<string, unknown> = {}): [Request | null] => {
    const id = idOf(call, party);
    if (id === null) return [null];
    return [
      {
        path: `/calls/${encodeURIComponent(id)}/actions/${action}`,
        body: { ...state, ...body },
        begins: null,
      },
    ];
  };
  switch (command.do) {
    case 'ask': {
      const gather = {
        minimum_digits: 1,
        maximum_digits: 12,
        terminating_digit: '#',
        timeout_millis: nameUnitMs,
      };
      return act('visitor', 'gather_using_speak', {
        ...voice,
        ...gather,
        payload: noticeText(call, command.words),
      });
    }
    case 'wait': {
      // The provider has no pause, so a prompt with a time-out replaces it.
      const pause = { timeout_millis: command.seconds * 1000, payload: noticeText(call, command.words) };
      return act('visitor', 'gather_using_speak', { ...voice, ...pause });
    }
    case 'ring':
      return command.legs.map((leg) => dialRequest(call, leg, connectionId));
    case 'offer': {
      const gather = { minimum_digits: 1, maximum_digits: 1, timeout_millis: chooseMs };
      return act(command.leg, 'gather_using_speak', { ...voice, ...gather, payload: offerText(call) });
    }
    case 'connect':
      return act('visitor', 'bridge', { call_control_id: idOf(call, command.leg) });
    case 'tell':
      return act(command.party, 'speak', { ...voice, payload: noticeText(call, command.words) });
    default:
      return act(command.party, 'hangup');
  }
}

/**
 * Creates the requests of a decision. A notice comes before the hang-up of its party: the event of its end causes the
 * hang-up. A refused notice has no such event.
 */
function requestsOfAll(
  { call, commands }: CallDecision,
  connectionId: string | undefined,
): (Request | null)[] {
  const find = (what: 'tell' | 'hangUp', party: Party): Command | undefined =>
    commands.find((each) => each.do === what && each.party === party);
  return commands.flatMap((command) => {
    if (command.do === 'hangUp' && find('tell', command.party)) return [];
    const requests = requestsOf(command, call, connectionId);
    const hangUp = command.do === 'tell' ? find('hangUp', command.party) : undefined;
    if (!hangUp) return requests;
    const [ifRefused] = requestsOf(hangUp, call, connectionId);
    return requests.map((request) => request && { ...request, ifRefused });
  });
}

/** A request with its index among the requests of the decision. */
interface IndexedRequest extends Request {
  index: number;
}

/** Whether a request begins or ends one leg. Such requests for different legs can run in parallel. */
const isOfOneLeg = ({ begins, path }: Request): boolean => begins !== null || path.endsWith('/hangup');

/** Groups the requests in their order into stages of parallel requests. The index counts the missing requests too. */
function stagesOf(requests: readonly (Request | null)[]): IndexedRequest[][] {
  const stages: IndexedRequest[][] = [];
  for (const [index, request] of requests.entries()) {
    if (request === null) continue;
    const stage = stages.at(-1);
    const joins = stage !== undefined && isOfOneLeg(request) && stage.every(isOfOneLeg);
    if (joins) stage.push({ ...request, index });
    else stages.push([{ ...request, index }]);
  }
  return stages;
}

/** Sends a request. @returns the leg that cannot be called; null without one */
async function sendRequest(
  carrier: CallCarrier,
  key: string,
  request: IndexedRequest,
): Promise<number | null> {
  const { path, body, begins, ifRefused, index } = request;
  try {
    await carrier.command(path, body, commandIdOf(key, index));
    return null;
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    return ifRefused ? sendRequest(carrier, `${key} refused`, { ...ifRefused, index }) : begins;
  }
}

/**
 * Sends the commands of a decision to telephony-b. A repeat sends the same ids, and the provider executes each id once.
 * All phones of a home are rung in parallel. So a visitor waits for one response, not ten.
 *
 * @returns the legs that cannot be called
 * @throws RetryLater while the provider is unavailable
 */
export async function sendCommands(
  carrier: CallCarrier,
  decided: CallDecision,
  key: string,
): Promise<number[]> {
  const requests = requestsOfAll(decided, carrier.connectionId);
  const failed: (number | null)[] = [];
  for (const stage of stagesOf(requests))
    failed.push(...(await Promise.all(stage.map((request) => sendRequest(carrier, key, request)))));
  return failed.filter((leg) => leg !== null);
}
