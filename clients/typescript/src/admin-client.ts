import { adminOperations } from './generated/admin-operations.ts';
import type { AdminResources } from './generated/admin-resources.ts';
import { buildResources } from './runtime/build-resources.ts';
import { followEvents, type FeedEvent, type FollowOptions } from './runtime/follow-events.ts';
import type { ClientOptions } from './runtime/options.ts';
import type { RateLimit } from './runtime/rate-limit.ts';
import { Transport } from './runtime/transport.ts';

/** Options of a client of the Admin API. */
export interface AdminClientOptions extends ClientOptions {
  /** API key, token of staff, or a function that returns one. It is called before each request, and again after a 401. */
  apiKey: string | (() => string | Promise<string>);
  /** Environment of all requests, such as `TEST`; the gateway's default without it. */
  environment?: string;
  /** The tenant in which a platform key acts. */
  tenantId?: string;
  /** The person for whom the key acts, for the audit. */
  onBehalfOf?: string;
  /** The reason of the requests, for the audit. */
  reason?: string;
}

/** A client of the Admin API. */
export interface AdminClient extends AdminResources {
  readonly events: AdminResources['events'] & {
    /** Walks along the event feed without end, in order, and waits for new events. */
    follow(options?: FollowOptions): AsyncGenerator<FeedEvent, never>;
  };
  /** Rate limit of the key in the last answer; null before the first one. */
  readonly rateLimit: RateLimit | null;
  /** Sends the next requests with another key. */
  useApiKey(apiKey: string): void;
}

/** Drops the members without a value. */
function namedHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const named = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(named);
}

/** Creates a client of the Admin API. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  let { apiKey } = options;
  const { environment, onBehalfOf, reason, tenantId = null } = options;
  const headers = namedHeaders({
    'X-Admin-Env': environment,
    'X-Pas-On-Behalf-Of': onBehalfOf,
    'X-Pas-Reason': reason,
    ...options.headers,
  });
  const readKey = () => (typeof apiKey === 'string' ? apiKey : apiKey());
  const transport = new Transport({
    options: { ...options, headers },
    credentials: {
      token: readKey,
      // A function may know the successor of a key, or the next token of staff.
      renew: async (refused) => typeof apiKey !== 'string' && (await readKey()) !== refused,
    },
    tenantId,
  });
  const resources = buildResources(adminOperations, transport) as AdminResources;
  const follow = (asked?: FollowOptions) =>
    followEvents(async (query, callOptions) => resources.events.list(query, callOptions), asked);
  return {
    ...resources,
    events: Object.assign(resources.events, { follow }),
    get rateLimit() {
      return transport.rateLimit;
    },
    useApiKey(next) {
      apiKey = next;
    },
  };
}
