import type { BenchSystem } from './run-system.ts';

type Plan = ReturnType<BenchSystem['fleet']['get']>['plan'];

/** Lists the services and gateways: the Node programs of this repository. */
export function serviceNames({ fleet }: Pick<BenchSystem, 'fleet'>): string[] {
  return fleet.names.filter((name) => ['edge', 'service'].includes(fleet.get(name).plan.stage));
}

/** Stops the services and gateways. The stores keep running. */
export async function stopServices(system: Pick<BenchSystem, 'fleet'>): Promise<void> {
  await Promise.all(serviceNames(system).map((name) => system.fleet.get(name).stop()));
}

/** Restarts every service and gateway with a changed plan, and waits until all are ready. */
export async function restartServices(system: BenchSystem, replan: (plan: Plan) => Plan): Promise<void> {
  const plans = serviceNames(system).map((name) => system.fleet.get(name).plan);
  await stopServices(system);
  await Promise.all(plans.map((plan) => system.fleet.start(replan(plan))));
}
