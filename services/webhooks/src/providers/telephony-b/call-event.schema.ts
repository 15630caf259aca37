import { z } from 'zod';

const Payload = z.object({
  call_control_id: z.string().min(1).max(256),
  client_state: z.string().max(256).nullish(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  direction: z.string().nullish(),
  digits: z.string().max(64).nullish(),
  digit: z.string().max(8).nullish(),
  status: z.string().nullish(),
  hangup_cause: z.string().nullish(),
});

/** An event of telephony-b about a call. */
export const CallEventOfB = z.object({
  data: z.object({ event_type: z.string().startsWith('call.'), payload: Payload }),
});

export type PayloadOfB = z.output<typeof Payload>;

/** Reads the id of our call from an event. Telephony-b returns the state that commands sent. */
export function callIdOf({ client_state: state }: PayloadOfB): string | null {
  if (state == null) return null;
  const id = Buffer.from(state, 'base64').toString();
  return /^call_[0-9a-z]{26}$/.test(id) ? id : null;
}

/** Makes the state that each command sends, so that later events name our call. */
export const clientStateOf = (id: string): string => Buffer.from(id).toString('base64');
