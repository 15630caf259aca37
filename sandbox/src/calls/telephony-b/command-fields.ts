import { z } from 'zod';

/** Answer to a command. */
export interface CommandAnswer {
  readonly status: number;
  readonly body: object;
}

const NumberText = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** The fields of all commands. */
export const Command = z.looseObject({
  command_id: z.string().max(128).optional(),
  client_state: z.base64().optional(),
  payload: z.string().optional(),
  language: z.string().optional(),
  audio_url: z.string().optional(),
  minimum_digits: z.int().min(1).max(128).default(1),
  maximum_digits: z.int().min(1).max(128).default(128),
  terminating_digit: z.string().default('#'),
  timeout_millis: z.int().min(500).max(600_000).default(60_000),
  call_control_id: z.string().optional(),
  timeout_secs: z.int().min(5).max(600).default(30),
  webhook_url: z.url().optional(),
  link_to: z.string().optional(),
  to: NumberText.optional(),
  from: z.string().optional(),
});
export type Command = z.output<typeof Command>;
