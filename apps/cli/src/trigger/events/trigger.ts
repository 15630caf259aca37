import type { Api } from '../../api/open-api.ts';
import type { SandboxClient } from '../sandbox-client.ts';

/** Connections of a trigger. */
export interface TriggerApi extends Api {
  /** Opens the sandbox, which plays visitors. Throws ConfigError without one. */
  sandbox: () => SandboxClient;
}

/** A resource that a trigger made or used. The data of the event has its id. */
export interface TriggeredResource {
  type: string;
  id: string;
}

/** Causes a public event by real operations. */
export interface Trigger {
  /** The operations, for people. */
  summary: string;
  /** Time until the event at most, in seconds; 30 by default. */
  waitSeconds?: number;
  run: (api: TriggerApi) => Promise<TriggeredResource>;
}
