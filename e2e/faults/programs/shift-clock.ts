/**
 * Preloaded into a service (`--import`): shifts its clock by `CLOCK_SHIFT_MS`. With `CLOCK_STEPS` the clock is right
 * first, and each SIGWINCH shifts it forth or back while the service runs. A service stops on most other signals.
 */
const stepMs = Number(process.env['CLOCK_SHIFT_MS']);
const steps = Boolean(process.env['CLOCK_STEPS']);
let shiftMs = steps ? 0 : stepMs;
if (steps) process.on('SIGWINCH', () => (shiftMs = shiftMs === 0 ? stepMs : 0));

globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + shiftMs] : args, newTarget) as Date,
  get: (target, name, receiver) =>
    name === 'now' ? () => target.now() + shiftMs : (Reflect.get(target, name, receiver) as unknown),
});
