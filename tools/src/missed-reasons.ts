/** Reasons of missed goals by the program of `script/bench`. `pnpm run generate` demands one for each program that misses a goal. */
export const missedReasons: Readonly<Record<string, string>> = {
  gateway:
    'Express itself costs 38 of the 66 µs without any feature. The same code found 0.71 on another machine.',
  writes:
    'gateway, sealer and nats-server are extra processes, and each write brings its event and audit record. A unit has nine indexes, and the plain program’s two. A sign-up writes six rows in 13 statements. Two fifths of its processor time are mongod’s, and two fifths the Resident API’s.',
  idle: 'ten processes of two environments look for work that a killed process has left. NATS and the gateways’ change streams take 8 ms of the 34.',
  features: 'log, metrics, limits and the signed caller cost 26 µs together. No feature was measured apart.',
  crowd:
    'a flat costs 5.5 ms of two cores. A sign-up costs 18 ms in addition to its hash, and an invite 8 ms in addition to its mail.',
  flood: '500 webhooks a second and their sender use both cores, so a list waits for a core.',
  imports:
    'a commit reads its plan and its people, and writes events and records in addition to the rows. The gateways’ change streams read all of it.',
  limits: 'renewals of leases cost 1.8 µs of a request. The window of 3 s renews more often than real keys.',
  seal: 'the backlog uses both cores, so a request waits for a core.',
  doors:
    'an audited event feeds the audit, feed, alerts and webhooks. PINs at one door run one after the other.',
  reads:
    'a building’s page reads its units and residents, and the check of its units reads both again. A page of audit also reads the personal values of its records.',
  'web-lists': 'residents of the larger company take 23 ms longer. No step was measured apart.',
};
