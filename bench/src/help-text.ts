interface HelpEntry {
  name: string;
  options?: string;
  /** One line for each sentence. */
  text: readonly string[];
}

const programs: readonly HelpEntry[] = [
  {
    name: 'gateway',
    options: '[--rounds N] [--requests N] [--profile DIR]',
    text: ['cost of a forwarded request, beside bare proxies: Express, Fastify, nginx, haproxy'],
  },
  {
    name: 'features',
    options: '[--rounds N] [--requests N] [--profile DIR]',
    text: ['cost of the gateway’s features, beside Fastify, Caddy with keys and a naive stack'],
  },
  {
    name: 'limits',
    options: '[--rounds N] [--requests N]',
    text: ['cost of the rate limit of a key: leases, a bucket in memory, a store write each'],
  },
  {
    name: 'lists',
    options: '[--rounds N]',
    text: ['cost of a page of a list at ten thousand, a hundred thousand and a million units'],
  },
  {
    name: 'writes',
    options: '[--rounds N] [--seconds N]',
    text: ['cost of a write in all processes, beside a plain transaction on the same mongod'],
  },
  {
    name: 'idle',
    options: '[--rounds N] [--seconds N]',
    text: ['cost of the whole system without callers, beside as many empty processes'],
  },
  {
    name: 'seal',
    options: '[--events N] [--seconds N]',
    text: ['delay from a change to its audit record, at a steady rate and after an outage of NATS'],
  },
  { name: 'crowd', text: ['500 flats of one building, 200 simultaneous sign-ups, 2,000 sent invites'] },
  {
    name: 'imports',
    options: '[--rows N] [--seconds N]',
    text: ['cost of an import, beside plain inserts of the same documents'],
  },
  {
    name: 'flood',
    options: '[--seconds N]',
    text: ['100 to 500 signed webhooks a second beside a plain receiver, and outgoing webhooks'],
  },
  {
    name: 'calls',
    options: '[--callers N] [--calls N] [--seconds N]',
    text: ['latency and cost of visitors’ calls, beside a plain program'],
  },
  {
    name: 'doors',
    options: '[--rounds N] [--seconds N]',
    text: ['cost of unlocks and PIN checks for 1, 8 and 50 callers, beside a plain program'],
  },
  { name: 'push', text: ['delay from a call to its push messages, for 1 to 100 simultaneous calls'] },
  { name: 'web', options: '[--rounds N] [--lists]', text: ['Lighthouse scores and sizes of the pages'] },
];

const options: readonly HelpEntry[] = [
  {
    name: '--rounds',
    text: [
      'number of counted rounds (default 7; writes 5; idle, doors and web 3)',
      'all but idle have a warm-up',
    ],
  },
  {
    name: '--seconds',
    text: ['length of each slice of a round (default: writes and doors 2.5, idle and seal 20, flood 10)'],
  },
  { name: '--callers', text: ['simultaneous visitors (default 50)'] },
  { name: '--calls', text: ['calls of each visitor (default 20)'] },
  {
    name: '--rows',
    text: ['rows of the imported table (default 100000); a larger table raises the limit of rows'],
  },
  { name: '--requests', text: ['requests to each proxy or server in each round (default 5000)'] },
  { name: '--events', text: ['events that wait for NATS (default 100000)'] },
  {
    name: '--profile',
    text: ['writes a CPU profile of the gateway into DIR and keeps no figures'],
  },
  { name: '--lists', text: ['web: opens lists of a company with a million units; the data takes minutes'] },
];

const usageOf = ({ name, options: accepted = '' }: HelpEntry): string =>
  `script/bench ${name} ${accepted}`.trim();

const column = 12;

const lineOf = ({ name, text }: HelpEntry): string =>
  `  ${name.padEnd(column)}${text.join(`\n  ${' '.repeat(column)}`)}`;

/** Output of `script/bench` without a program. */
export const helpText = `Measures this system, and its peers beside it, on this machine (Linux).

Usage: ${programs.map(usageOf).join('\n       ')}

${[...programs, ...options].map(lineOf).join('\n')}

Figures are printed, and kept in bench/results/.
`;
