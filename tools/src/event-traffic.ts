import { readProgram } from './source-graph.ts';

/** Who tells an event, and who listens to it. */
export interface EventTraffic {
  publishers: readonly string[];
  /** Durable consumers, as NATS knows them. */
  consumers: readonly string[];
}

const services = ['gateway', 'admin', 'resident', 'core-mobile', 'webhooks'] as const;

/** A `>` stands for the rest of a subject, a `*` for one of its words. */
function covers(pattern: string, subject: string): boolean {
  const source = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', '[^.]+')
    .replaceAll('>', '.+');
  return new RegExp(`^${source}$`).test(subject);
}

/** The durable consumers that a source file starts, with their subjects. */
function consumersIn(text: string): { durable: string; subjects: string[] }[] {
  const declared = text.matchAll(/durable: '([^']+)',\s*subjects: \[([^\]]*)\]/g);
  return [...declared].map(([, durable = '', list = '']) => ({
    durable,
    subjects: [...list.matchAll(/'([^']+)'/g)].map(([, subject = '']) => subject),
  }));
}

/** The names of the durable consumers of a source file that get this subject. */
function listeners(text: string, subject: string): string[] {
  return consumersIn(text)
    .filter(({ subjects }) => subjects.some((pattern) => covers(pattern, subject)))
    .map(({ durable }) => durable);
}

/** Finds who publishes and who consumes a subject, by looking at what each service consists of. */
export function eventTraffic(subject: string): EventTraffic {
  const publishers: string[] = [];
  const consumers: string[] = [];
  for (const service of services) {
    const texts = [...readProgram(`services/${service}/src/main.ts`).values()];
    if (texts.some((text) => text.includes(`type: '${subject}'`))) publishers.push(service);
    const durables = texts.flatMap((text) => listeners(text, subject));
    consumers.push(...durables.map((durable) => `${service}: ${durable}`));
  }
  return { publishers, consumers };
}
