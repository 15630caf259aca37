/** A promise of the system and the test that shows it. */
export interface ReliabilityPromise {
  /** `F` for a fault, `S` for a threat. */
  id: string;
  /** The fault or threat. */
  of: string;
  promise: string;
  /** Tests, from the repository's root. The files named `*.long.test.ts` are drills. */
  tests: readonly string[];
  /** Reason of a missed goal. */
  missed?: string;
}

export const alone = (name: string): string => `e2e/alone/${name}.test.ts`;
const drill = (name: string): string => `e2e/faults/${name}.long.test.ts`;
const cluster = (name: string): string => `e2e/clusters/${name}.long.test.ts`;
export const attacks = ['admin', 'resident', 'core-mobile'].map(
  (service) => `services/${service}/test/route-attacks.test.ts`,
);

/** The promises about faults. */
export const faults: readonly ReliabilityPromise[] = [
  {
    id: 'F1',
    of: 'kill -9 of the primary, loss of a minority and of the majority',
    promise: 'An acknowledged write survives.',
    tests: [cluster('lost-members'), drill('lost-primary'), drill('lost-stores')],
  },
  {
    id: 'F2',
    of: 'rolling restart of the mongods',
    promise: 'No request fails.',
    tests: [cluster('lost-members')],
  },
  {
    id: 'F3',
    of: 'a stream’s leader killed, all of NATS down for a minute',
    promise: 'No request fails, and no event is lost.',
    tests: [cluster('lost-members'), drill('lost-bus')],
  },
  {
    id: 'F4',
    of: 'disk of JetStream lost',
    promise: 'The outbox restores all events, each with one effect.',
    tests: [drill('lost-stores')],
  },
  {
    id: 'F5',
    of: 'kill -9 of a service',
    promise: 'No read and no keyed write fails.',
    tests: [drill('killed-replicas'), drill('killed-processes'), alone('killed-processes')],
  },
  {
    id: 'F6',
    of: 'rolling restart, mixed releases',
    promise: 'No request fails.',
    tests: [cluster('lost-members'), 'e2e/upgrade/mixed-releases.long.test.ts'],
  },
  {
    id: 'F7',
    of: 'publishers and consumers killed',
    promise: 'Each event has one effect.',
    tests: [drill('crashed-publishers'), drill('dead-letters'), alone('event-delivery')],
  },
  {
    id: 'F9',
    of: 'kill inside a transaction',
    promise: 'Its rows are writable again within 12 s.',
    tests: [drill('abandoned-transactions')],
  },
  {
    id: 'F10',
    of: 'ten times the load',
    promise: 'The rated load is still served.',
    tests: [drill('overload')],
  },
  {
    id: 'F11',
    of: 'one slow service',
    promise: 'Other services keep their speed.',
    tests: [drill('slow-upstream')],
    missed: 'the p99 of 160 short requests varies from run to run: another run found 57 %.',
  },
  {
    id: 'F12',
    of: 'a flood of webhooks or of the Admin API',
    promise: 'Neither slows the other.',
    tests: [drill('webhook-storm'), alone('webhooks')],
  },
  {
    id: 'F13',
    of: 'duplicate, forged and shuffled webhooks while a replica is killed',
    promise: 'Each webhook has one effect.',
    tests: [drill('webhook-storm'), alone('webhooks')],
  },
  {
    id: 'F14',
    of: 'one idempotency key, fifty callers, a crash before the answer',
    promise: 'One effect, and the same answer.',
    tests: [drill('keyed-posts'), alone('write-path'), 'services/admin/test/idempotency.test.ts'],
  },
  {
    id: 'F16',
    of: 'loss of all data',
    promise: 'A backup restores counts and the audit chain.',
    tests: [drill('restored-backup')],
  },
  {
    id: 'F17',
    of: 'one tenant or network with hundreds of slow requests',
    promise: 'Other callers keep their share.',
    tests: [drill('fair-shares'), alone('webhooks')],
  },
  {
    id: 'F18',
    of: 'twenty exports and verifications at once',
    promise: 'Expensive reads use their four places only.',
    tests: [drill('fair-shares')],
  },
  {
    id: 'F19',
    of: 'a frozen replica, clocks 30 s or 10 min apart',
    promise: 'No valid caller gets a 401.',
    tests: [drill('stalls'), drill('lost-replica'), alone('stalls'), cluster('clock-steps')],
  },
  {
    id: 'F20',
    of: 'SIGTERM of each service',
    promise: 'It drains without a refused request.',
    tests: [cluster('lost-members'), alone('rotated-users')],
  },
  {
    id: 'F21',
    of: 'lost answers',
    promise: 'A repeat gets the same answer.',
    tests: ['services/resident/test/lost-answers.test.ts', 'libs/shared/test/mongo/lost-answer.test.ts'],
  },
  {
    id: 'F22',
    of: 'hostile files and bodies',
    promise: 'No input stops or bloats a process.',
    tests: [drill('hostile-tables'), 'libs/shared/test/http/hostile-bodies.test.ts'],
    missed: 'twenty files at once and their sender use both cores, so a list waits for a core.',
  },
  {
    id: 'F23',
    of: 'partitions, full disks',
    promise: 'The majority serves, and others refuse.',
    tests: [cluster('partitions'), cluster('full-disks')],
    missed:
      'a write waits for a replica behind the cut until its deadline, since it may take effect. Later writes reach another replica. Without a majority no write succeeds at all.',
  },
  {
    id: 'F24',
    of: 'half an hour of steady load',
    promise: 'Memory and open files do not grow.',
    tests: [cluster('soak')],
    missed:
      'the figure includes garbage that V8 has not collected yet. The caches of new residents explain a tenth of the growth.',
  },
  {
    id: 'F25',
    of: 'kill -9 of each container, and of a process above the limits',
    promise: 'Each container restarts, and none takes more than its limits.',
    tests: ['e2e/containers/compose.long.test.ts'],
  },
];
