/** Reasons of missed goals by the program of `script/bench`. `pnpm run generate` demands one for each program that misses a goal. */
export const missedReasons: Readonly<Record<string, string>> = {
  gateway:
    'Node’s HTTP server and sockets have two fifths of the time, and forwarding three tenths ([profile](#profile)). The same code found 0.71 to 1.1 on three machines.',
  writes:
    'each write commits its event and its audit record, which a worker seals. Two fifths of the time are mongod’s. A unit has nine indexes, and the plain program’s row two. In Node, own code has 10 to 16 % ([profile](#profile)). The driver, sockets and V8 have the rest: the cost of the statements. A create sends 5 with all effects, an invite 9 and a sign-up 16. Tests count them.',
  idle: 'ten processes of two environments look for work that a killed process has left. NATS and the gateways’ change streams take 8 ms of the 34.',
  features:
    'log, metrics, limits and the signed caller cost 26 µs together. Each of them has 1 to 9 % of a request ([profile](#profile)).',
  crowd:
    'a flat costs 5.5 ms of two cores. A sign-up costs 18 ms in addition to its hash, and an invite 8 ms in addition to its mail.',
  flood:
    'a webhook costs 3 ms in all processes, so 500 a second and their sender use both cores. A list then waits for a core. An invite with its outgoing webhook has 26 statements: its own, the mail’s, the attempt’s and two audit records’ ([profile](#profile)).',
  imports:
    'a commit reads its plan and its people, and writes events and records in addition to the rows. The gateways’ change streams read all of it. Own code has a quarter of the worker’s time ([profile](#profile)).',
  limits: 'renewals of leases cost 1.8 µs of a request. The window of 3 s renews more often than real keys.',
  seal: 'the backlog uses both cores, so a request waits for a core.',
  doors:
    'an audited event feeds the audit, feed, alerts and webhooks. PINs at one door run one after the other. Own code has a tenth of the service’s time ([profile](#profile)).',
  reads:
    'a building’s page reads its units and residents, and the check of its units reads both again. A page of audit also reads the personal values of its records.',
  'web-lists':
    'the last answer comes 13 ms later. The rest is drawing: a searchable field, and the names of up to 50 buildings instead of 5.',
};
