import type { MessageContext } from './claimed-message.ts';
import type { MailTurns } from './mail-turns.ts';
import { renewClaim } from './queued-messages.ts';
import type { Carriers } from './carriers.ts';
import { settleSent } from './settle-message.ts';
import { untilStored } from './until-stored.ts';

/** Thrown for a message that another process has claimed meanwhile. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/**
 * Sends a mail. A server accepts a message after its end, and a crash before the record sends it again. So
 * the mails of a process end one after the other, each recorded before the next one ends. A crash repeats at
 * most one mail, plus the stalled ones. The mailer's socket timeout ends a stalled mail.
 *
 * @throws MailDeferred when another mail of the tenant to the same domain is stalled; ClaimLost
 */
export async function sendMail(
  { mailer }: Carriers,
  sending: MessageContext,
  { turns, onStall }: { turns: MailTurns; onStall: () => void },
): Promise<void> {
  const { ctx, delivery, message } = sending;
  const mail = sending.prepared.writeMail();
  const onItsWay = turns.begin({ tenantId: ctx.tenantId, to: delivery.to }, onStall);
  const beforeEnd = async (): Promise<void> => {
    await onItsWay.enter();
    // This process may have been suspended since it claimed the message.
    if (!(await renewClaim(message))) throw new ClaimLost();
  };
  try {
    await mailer.send({ id: delivery.id, to: delivery.to, ...mail }, beforeEnd);
    await untilStored(async () => settleSent(sending, null));
  } finally {
    onItsWay.end();
  }
}
