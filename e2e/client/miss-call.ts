import { waitUntil } from '@pas/testing/wait-until';
import { bodyOf, call } from './http-call.ts';
import type { PropertyManager } from './property-manager.ts';

/** An unanswered call, with the number that the visitor called. */
export interface MissedCall {
  callId: string;
  numberId: string;
  visitor: string;
}

const newPhone = (): string => `+1646${String(Math.floor(Math.random() * 8e6) + 2e6)}`;

/** Assigns a number to a unit, lets a visitor call it, and waits until the call has ended. */
export async function missCall(
  manager: PropertyManager,
  { sandboxUrl, unitId }: { sandboxUrl: string; unitId: string },
): Promise<MissedCall> {
  const [number, visitor] = [newPhone(), newPhone()];
  const body = { number, provider: 'TELEPHONY_A', capabilities: ['VOICE'] };
  const made = manager.call<{ virtualNumber: { id: string } }>('/virtual-numbers', { body });
  const { id: numberId } = (await bodyOf(made, 201)).virtualNumber;
  await bodyOf(manager.call(`/virtual-numbers/${numberId}/assign`, { body: { unitId } }), 200);
  const script = { provider: 'telephony-a', from: visitor, to: number, callees: [] };
  await bodyOf(call(`${sandboxUrl}/telephony/calls`, { body: script }), 201);
  const path = `/calls?fromNumber=${encodeURIComponent(visitor)}`;
  const findEnded = async (): Promise<string | undefined> => {
    const { body: page } = await manager.call<{ calls: { id: string; outcome: string | null }[] }>(path);
    return page.calls.find(({ outcome }) => outcome !== null)?.id;
  };
  const callId = await waitUntil(findEnded, { what: 'the end of the call' });
  return { callId, numberId, visitor };
}
