import { Option, type Command } from 'commander';
import { z } from 'zod';
import { readBy, type CommandContext, type CommandGroup } from '../command-context.ts';
import { openApi } from '../api/open-api.ts';
import { findVisitedNumber } from './events/call-triggers.ts';
import { openSandbox, type SandboxClient } from './sandbox-client.ts';
import { receiptsHint, sendEvent, writeTextEvent, type InboundText } from './send-event.ts';
import { triggerCall, type CallOptions } from './trigger-call.ts';
import { addEventTriggers, addImport } from './trigger-event.commands.ts';

const number = readBy(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Expected E.164, such as +12125550100.'));
const count = readBy(z.coerce.number().int().min(1).max(20));
const seconds = readBy(z.coerce.number().min(0).max(600));
const whole = readBy(z.coerce.number().int().min(0).max(1000));
const seed = readBy(z.coerce.number().int().min(0).max(0xffff_ffff));
const digits = readBy(z.string().regex(/^[0-9*#]{1,64}$/, 'Expected digits, * and #.'));

const data = readBy(
  z
    .string()
    .transform((text, check): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        check.addIssue('Expected JSON.');
        return z.NEVER;
      }
    })
    .pipe(z.record(z.string(), z.unknown())),
);

const providerOption = (): Option =>
  new Option('--provider <provider>', 'the telephony provider of the number')
    .choices(['telephony-a', 'telephony-b'])
    .default('telephony-a');

type Run = (work: (sandbox: SandboxClient) => Promise<boolean>) => Promise<void>;

type CallWords = Omit<CallOptions, 'to' | 'provider'> & {
  number?: string;
  provider: CallOptions['provider'];
};

/** Returns the number of the command line with its provider, else a number of the caller's tenant. */
async function chooseNumber(
  { number: to, provider }: Pick<CallWords, 'number' | 'provider'>,
  environment: CommandContext['environment'],
): Promise<Pick<CallOptions, 'to' | 'provider'>> {
  if (to !== undefined) return { to, provider };
  const found = await findVisitedNumber(openApi(environment).client);
  return { to: found.number, provider: found.provider === 'TELEPHONY_A' ? 'telephony-a' : 'telephony-b' };
}

function addCall(group: Command, run: Run, { print, environment }: CommandContext): void {
  group
    .command('call')
    .description('call a virtual number, and show the call as it goes; exits with 1 after a fault')
    .option('--number <number>', 'the virtual number, E.164; default one of a unit (PAS_API_KEY)', number)
    .option('--from <number>', 'the caller, E.164')
    .addOption(providerOption())
    .option('--answer <n>', 'the phone that is answered, counted as they ring; default none', count)
    .option('--digit <digits>', 'what the callee presses: 1 to talk, the open digit to open', digits, '1')
    .option('--unit <digits>', 'what the caller presses when a property asks for the unit', digits)
    .option('--hang-up-after <seconds>', 'when the caller hangs up; default never', seconds)
    .option('--duplicate', 'send each callback twice', false)
    .option('--shuffle', 'send callbacks late and out of order', false)
    .option('--seed <number>', 'chooses the order', seed, 1)
    .option('--second-ms <ms>', 'how long a second of the call lasts', whole, 100)
    .action(({ number: named, provider, ...options }: CallWords) =>
      run(async (sandbox) => {
        const called = await chooseNumber({ ...(named && { number: named }), provider }, environment);
        const isFine = await triggerCall(sandbox, { ...options, ...called }, print);
        print(receiptsHint(called.provider));
        return isFine;
      }),
    );
}

function addText(group: Command, run: Run, context: CommandContext): void {
  group
    .command('text')
    .description('text a virtual number as a person does, such as STOP, and show what came of it')
    .requiredOption('--number <number>', 'the virtual number, E.164', number)
    .requiredOption('--from <number>', 'the person, E.164', number)
    .requiredOption('--text <text>', 'what the person writes')
    .addOption(providerOption())
    .action(({ number: to, ...text }: Omit<InboundText, 'to'> & { number: string }) =>
      run((sandbox) => {
        const event = writeTextEvent({ ...text, to });
        return sendEvent(sandbox, { provider: text.provider, event, phone: text.from }, context);
      }),
    );
}

function addEvents(group: Command, run: Run, context: CommandContext): void {
  const examples = {
    payments: '\'{"object":{"id":"sub_1","customer":"cus_1","status":"active"}}\'',
    identity: '\'{"id":"idn_1","first_name":"Rosa"}\'',
  };
  for (const provider of ['payments', 'identity'] as const)
    group
      .command(provider)
      .description(`send an event of the ${provider} provider, and show what came of it`)
      .argument('<type>', provider === 'payments' ? 'such as invoice.paid' : 'such as user.updated')
      .requiredOption('--data <json>', `what it says, such as ${examples[provider]}`, data)
      .action((type: string, options: { data: object }) =>
        run((sandbox) => sendEvent(sandbox, { provider, event: { type, data: options.data } }, context)),
      );
}

/**
 * `pas trigger`: causes public events by the API, and plays the external providers on a local system through the
 * sandbox.
 */
export const triggerCommands: CommandGroup = (program, context) => {
  const group = program
    .command('trigger')
    .description(
      'cause public events by the API (PAS_URL, PAS_API_KEY), and play visitors and providers (SANDBOX_URL)',
    );
  const run: Run = async (work) => {
    const isFine = await work(openSandbox(context.environment));
    if (!isFine) context.exit(1);
  };
  for (const add of [addCall, addText, addEvents]) add(group, run, context);
  addImport(group, context);
  addEventTriggers(group, context);
};
