import { stationNames, type MeasuredKind } from './measured-kinds.ts';

/** Requests of each kind in the busiest hour, per second. */
export type Load = Readonly<Record<string, number>>;

/**
 * The assumed load of 100,000 units in their busiest hour, per second. A unit has 1.5 residents. A resident opens four
 * doors a day by app and reads ten lists. A unit has a visitor's call every second day, and two texts or receipts. The
 * busiest hour has 15 % of a day's requests. Staff and integrations change a unit every third day. They invite a tenth
 * of the units a month, and half of the invited sign up.
 */
export const loadOf100kUnits: Load = {
  list: 62,
  create: 1.4,
  invite: 0.014,
  'sign-up': 0.007,
  unlock: 25,
  call: 2.1,
  webhook: 8.3,
};

/** The share of its cores that a station uses in the busiest hour. It then survives the loss of a third. */
export const targetUtilisation = 0.5;

/** Multiplies each rate. */
export const timesLoad = (load: Load, factor: number): Load =>
  Object.fromEntries(Object.entries(load).map(([kind, perSecond]) => [kind, perSecond * factor]));

/** Computes the busy cores of each station under a load. */
export function busyCores(kinds: readonly MeasuredKind[], load: Load): Record<string, number> {
  const coresOf = (station: string): number =>
    kinds.reduce((sum, { name, demands }) => sum + ((load[name] ?? 0) * (demands[station] ?? 0)) / 1000, 0);
  return Object.fromEntries(stationNames.map((station) => [station, coresOf(station)]));
}

/** Computes the cores that each station needs, at least one. */
export const neededCores = (busy: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(busy).map(([station, cores]) => [
      station,
      Math.max(1, Math.ceil(cores / targetUtilisation)),
    ]),
  );
