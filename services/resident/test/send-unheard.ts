import { InviteModel } from '@pas/shared/models/invite';
import { sendWithoutReading as send } from '@pas/testing/send-unheard';
import type { ServiceHarness } from '@pas/testing/service-harness';
import type { TestInvite } from './resident-harness.ts';

/** Sends a POST without reading its answer: closes the socket when the invite is accepted. */
export async function sendWithoutReading(
  service: ServiceHarness,
  { _id, tenantId }: TestInvite,
  request: Parameters<typeof send>[1],
): Promise<void> {
  const isAccepted = async () => (await InviteModel.findOne({ _id, tenantId }).lean())?.status === 'ACCEPTED';
  await send(service, request, isAccepted);
}
