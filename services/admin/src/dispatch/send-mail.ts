import { kindOf } from '@pas/shared/models/invite';
import { writeInviteMail } from './invite-mail.ts';
import { messageOf } from './invite-message.ts';
import type { MailTurns } from './mail-turns.ts';
import { renewClaim } from './queued-messages.ts';
import type { Carriers } from './carriers.ts';
import { settleSent, type Sending } from './settle-message.ts';
import { untilStored } from './until-stored.ts';

/** Thrown for a message that another process has taken meanwhile. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/**
 * Sends a mail. A server takes a message after its end, and a crash before the record sends it again. So the mails of a
 * process end one after the other, each recorded before the next one ends: a crash repeats one mail at most, and those
 * that hang. A mail that hangs is given up by the mailer in the end (its socket timeout).
 *
 * @throws MailHeld where another mail of the tenant to the same domain hangs; ClaimLost
 */
export async function sendMail(
  { mailer, links }: Carriers,
  sending: Sending,
  { turns, onHang }: { turns: MailTurns; onHang: () => void },
): Promise<void> {
  const { ctx, delivery, invite, home, message } = sending;
  const mail = writeInviteMail(messageOf({ kind: kindOf(delivery), invite, home, links }));
  const onItsWay = turns.begin({ tenantId: ctx.tenantId, to: delivery.to }, onHang);
  const beforeEnd = async (): Promise<void> => {
    await onItsWay.enter();
    // This process may have been frozen since it took the message.
    if (!(await renewClaim(message, new Date()))) throw new ClaimLost();
  };
  try {
    await mailer.send({ id: delivery.id, to: delivery.to, ...mail }, beforeEnd);
    await untilStored(async () => settleSent(sending, null));
  } finally {
    onItsWay.end();
  }
}
