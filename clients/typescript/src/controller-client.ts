import { controllerOperations } from './generated/controller-operations.ts';
import type { ControllerResources } from './generated/controller-resources.ts';
import { buildResources } from './runtime/build-resources.ts';
import type { ClientOptions } from './runtime/options.ts';
import { Transport } from './runtime/transport.ts';

/** Options of a client of door controllers. */
export interface ControllerClientOptions extends ClientOptions {
  controllerKey: string;
}

/** A client of door controllers: PIN checks, heartbeats, reported events and the directory of a panel. */
export type ControllerClient = ControllerResources;

/** Creates a client of door controllers. */
export function createControllerClient(options: ControllerClientOptions): ControllerClient {
  const transport = new Transport({ options, credentials: { token: () => options.controllerKey } });
  return buildResources(controllerOperations, transport) as ControllerClient;
}
