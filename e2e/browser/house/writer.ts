import { actAsManager, type PropertyManager } from '../../client/property-manager.ts';
import { bodyOf, call } from '../../client/http-call.ts';
import type { BrowserFixture } from '../use-browser.ts';

/** Two texts for all text fields; the second one has at most 30 characters. */
export interface Texts {
  one: string;
  other: string;
  /** An e-mail address with as much of such a text as an address can contain. */
  email: string;
}

/** The company that owns the house. */
export interface Landlord {
  key: string;
  /** A member of the staff with all permissions. */
  owner: string;
  /** The API key of another company, where a resident has a second home. */
  otherKey: string;
}

/** A request of a resident with the resident's token; default method POST. */
export interface ResidentRequest {
  method?: 'PATCH';
  token?: string;
  path: string;
  body: object;
}

/** Writes rows that contain the texts, and records the fields that contained one. */
export interface Writer {
  texts: Texts;
  manager: PropertyManager;
  /** Such as `units label`: the first part of the path, and the field of the body. */
  fields: ReadonlySet<string>;
  /** Creates a row as the staff's program. */
  post: <Body>(path: string, body: object) => Promise<Body>;
  /** Changes a row as the platform's program. */
  patchAsPlatform: (path: string, body: object) => Promise<void>;
  sendAsResident: <Body>(request: ResidentRequest) => Promise<Body>;
}

/** Returns the resource of a path: `units` of `/api/admin/units/unit_1`. */
export const subjectOf = (path: string): string => path.replace(/^\/api\/(admin|v1)/, '').split('/')[1] ?? '';

/**
 * Returns the fields of a body that contain one of the texts, such as `address.line1` or `holders[].name`.
 */
function fieldPathsOf(body: unknown, texts: Texts, fieldPath = ''): string[] {
  if (typeof body === 'string')
    return [texts.one, texts.other].some((text) => body.includes(text)) ? [fieldPath] : [];
  if (Array.isArray(body)) return body.flatMap((each) => fieldPathsOf(each, texts, `${fieldPath}[]`));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    fieldPathsOf(value, texts, fieldPath === '' ? name : `${fieldPath}.${name}`),
  );
}

/** Creates a writer that fills a house with texts. Its user agent is one of them. */
export function createWriter(fixture: BrowserFixture, texts: Texts, { key }: Landlord): Writer {
  const { gatewayUrl, platformApiKey } = fixture.system.local;
  const headers = { 'user-agent': texts.one };
  const manager = actAsManager({ gatewayUrl, key, headers });
  const fields = new Set<string>();
  const record = (path: string, body: object): void => {
    for (const fieldPath of fieldPathsOf(body, texts)) fields.add(`${subjectOf(path)} ${fieldPath}`);
  };
  return {
    texts,
    manager,
    fields,
    async post<Body>(path: string, body: object) {
      record(path, body);
      const answer = await manager.call<Body>(path, { body });
      if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    async patchAsPlatform(path, body) {
      record(path, body);
      const options = { method: 'PATCH', bearer: platformApiKey, body, headers };
      await bodyOf(call(`${gatewayUrl}/api/admin${path}`, options), 200);
    },
    async sendAsResident<Body>({ method, token, path, body }: ResidentRequest) {
      record(path, body);
      const sent = {
        body,
        headers,
        ...(method && { method }),
        ...(token !== undefined && { bearer: token }),
      };
      const answer = await call<Body>(`${gatewayUrl}${path}`, sent);
      if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
  };
}
