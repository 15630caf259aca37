import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { requestTimeoutMs, type Operate } from '../measure/call-closed-loop.ts';
import { sendRequest, type Answer, type BenchRequest } from '../measure/send-request.ts';
import { adminHeaders } from '../system/admin-api.ts';
import type { BenchResident } from '../system/people.ts';
import type { BenchSystem } from '../system/run-system.ts';
import type { ReadScene } from './fill-reads.ts';
import type { plainReads } from './plain-reads.ts';

/** Name of a measured page. */
export type ReadName = keyof ReturnType<typeof plainReads>;

/** A page, and the requests that fill it. */
export interface ReadPath {
  name: ReadName;
  title: string;
  /** Addresses that the page requests at once; a later group follows the answers of the one before. */
  groups: readonly (readonly string[])[];
  headers: Readonly<Record<string, string>>;
  /** Callers at once of the second measurement. Exports have four places. */
  callers: number;
}

const dayMs = 24 * 3_600_000;

/** Returns a period of whole days as the console requests it. */
function lastDays(days: number): string {
  const to = Math.ceil(Date.now() / dayMs) * dayMs;
  return `from=${new Date(to - days * dayMs).toISOString()}&to=${new Date(to).toISOString()}`;
}

const todayGroup = (): string[] => [
  '/stats',
  `/analytics/calls?${lastDays(8)}&interval=hour`,
  `/analytics/access?${lastDays(8)}&interval=hour`,
  `/analytics/onboarding?${lastDays(30)}&interval=day`,
  '/access-points?limit=200&sort=name',
  '/properties?limit=200&sort=name',
  '/reports?status=OPEN&limit=5',
  '/onboarding/invites?stuck=true&limit=5',
  '/webhook-endpoints?limit=200',
  '/api-keys?status=ACTIVE&sort=expiresAt&limit=5',
  '/events?newest=true&limit=20',
];

/** Returns the picture of a building: its units, doors, and the units that no call would ring. */
function buildingGroups({ propertyId }: ReadScene): string[][] {
  const page = (offset: number) =>
    `/units?propertyId=${propertyId}&sort=createdAt&limit=200&offset=${offset}`;
  const first = [
    `/properties?ids=${propertyId}&limit=200`,
    `/access-points?propertyId=${propertyId}&sort=name&limit=200&offset=0`,
    `/properties/${propertyId}/readiness?limit=1&unitIds=true`,
    `/onboarding/invites?propertyId=${propertyId}&status=PENDING&limit=200&offset=0`,
    page(0),
  ];
  return [first, Array.from({ length: 9 }, (_, index) => page(200 * (index + 1)))];
}

/** Returns a person's page with its tabs. */
function personGroup({ person: { _id: id }, propertyId }: ReadScene): string[] {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  return [
    `/users/${id}`,
    `/access-events?subjectId=${id}&limit=10&sort=-occurredAt`,
    `/access-events?propertyId=${propertyId}&from=${hourAgo}&method=PIN&decision=DENIED&limit=10&sort=-occurredAt`,
    `/passes?createdById=${id}&limit=10`,
    `/audit?targetId=${id}&sort=-seq&limit=10`,
    `/calls?userId=${id}&limit=10`,
    `/onboarding/invites?userId=${id}&limit=10`,
    `/devices?userId=${id}&limit=10`,
  ];
}

/** Returns the search for three words, in all lists that the console searches. */
function searchGroup({ person }: ReadScene): string[] {
  const words = [person.firstName, person.lastName, person.email?.split('.')[0]];
  const q = encodeURIComponent(words.map((word) => word?.slice(0, 4)).join(' '));
  const lists = ['units', 'properties', 'access-points', 'passes', 'onboarding/invites', 'virtual-numbers'];
  return [
    `/users?q=${q}&limit=4&kind=RESIDENT&residence=any`,
    ...lists.map((name) => `/${name}?q=${q}&limit=4`),
    `/api-keys?q=${q}&limit=4`,
  ];
}

/** Builds the measured pages of a filled system. */
export function readPaths({ local }: BenchSystem, scene: ReadScene, resident: BenchResident): ReadPath[] {
  const { propertyId, doorId, person } = scene;
  const headers = adminHeaders(local.apiKey);
  const admin = (
    name: ReadName,
    title: string,
    groups: readonly (readonly string[])[],
    more: Partial<ReadPath> = {},
  ): ReadPath => {
    const urls = groups.map((paths) => paths.map((path) => `${local.gatewayUrl}/api/admin${path}`));
    return { name, title, groups: urls, headers, callers: 20, ...more };
  };
  const openers = [
    `/users?kind=RESIDENT&limit=1&propertyId=${propertyId}`,
    `/passes?accessPointId=${doorId}&limit=1`,
  ];
  const csv = { callers: 4, headers: { ...headers, accept: 'text/csv' } };
  return [
    admin('today', 'Today', [todayGroup()]),
    admin('building', 'a building of 2,000 units', buildingGroups(scene)),
    {
      name: 'portal',
      title: 'first screen of the portal',
      groups: [
        ['/api/v1/me', '/access/points?limit=200&sort=name'].map((path) => `${local.gatewayUrl}${path}`),
      ],
      headers: { authorization: `Bearer ${resident.token}` },
      callers: 20,
    },
    admin('openers', 'people who can open a door', [openers]),
    admin('person', 'a person', [personGroup(scene)]),
    admin('search', 'search with three words', [searchGroup(scene)]),
    admin('audit', 'audit of a person', [[`/audit?targetId=${person._id}&sort=-seq&limit=50`]]),
    admin('csv', 'CSV of 100,000 rows', [['/access-events']], csv),
  ];
}

/** Delay of a repeat of the console, in milliseconds, and the most repeats of a shed request. */
const [againMs, mostRepeats] = [2000, 5];

/** Sends a request, and repeats it as the console does while the system has no place for it. */
async function sendPatiently(agent: Agent, request: BenchRequest, repeats = mostRepeats): Promise<Answer> {
  const answer = await sendRequest(agent, request, requestTimeoutMs);
  const isShed = answer.status === 429 || answer.status === 503;
  if (!isShed || repeats === 0) return answer;
  await pause(againMs);
  return sendPatiently(agent, request, repeats - 1);
}

/** Connections of a browser to one host. */
const browserSockets = 6;

/** Loads a page as a browser does. The answer of the page is the first one that is not 200, or the last one. */
export const loadPage =
  ({ groups, headers }: ReadPath): Operate =>
  async (): Promise<Answer> => {
    const start = performance.now();
    const agent = new Agent({ keepAlive: true, maxSockets: browserSockets });
    const answers: Answer[] = [];
    for (const urls of groups)
      answers.push(...(await Promise.all(urls.map((url) => sendPatiently(agent, { url, headers })))));
    agent.destroy();
    const answer = answers.find(({ status }) => status !== 200) ?? answers.at(-1);
    if (!answer) throw new Error('A page has no request.');
    return { ...answer, ms: performance.now() - start };
  };
