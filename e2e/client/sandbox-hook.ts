import { bodyOf, call } from './http-call.ts';

/** An event that arrived at a receiver of the sandbox. */
export interface ShownDelivery {
  id: string;
  type: string;
  verdict: 'genuine' | 'forged' | 'unchecked';
  status: number;
}

/** A receiver of webhooks at the sandbox. */
export interface SandboxHook {
  url: string;
  set(settings: { behaviour?: 'accept' | 'fail' | 'gone' | 'slow'; secret?: string }): Promise<void>;
  /** Waits for the first delivery. Returns all, the newest first. */
  deliveries(): Promise<ShownDelivery[]>;
}

/** Opens the sandbox's receiver of a name, as an integrator without a receiver does. */
export function openSandboxHook(sandboxUrl: string, name: string): SandboxHook {
  const url = `${sandboxUrl}/hooks/${name}`;
  return {
    url,
    async set(body) {
      await bodyOf(call(url, { method: 'PUT', body }), 200);
    },
    async deliveries() {
      const answer = call<{ deliveries: ShownDelivery[] }>(`${url}/deliveries?wait=25`);
      return (await bodyOf(answer, 200)).deliveries;
    },
  };
}
