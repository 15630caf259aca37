/**
 * Preloaded into a service (`--import`): shifts its clock by `CLOCK_SHIFT_MS`. With `CLOCK_STEPS` the clock is right
 * first, and each SIGUSR2 shifts it back and forth while the service runs.
 */
const stepMs = Number(process.env['CLOCK_SHIFT_MS']);
const steps = Boolean(process.env['CLOCK_STEPS']);
let shiftMs = steps ? 0 : stepMs;
if (steps) process.on('SIGUSR2', () => (shiftMs = shiftMs === 0 ? stepMs : 0));

globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + shiftMs] : args, newTarget) as Date,
  get: (target, name, receiver) =>
    name === 'now' ? () => target.now() + shiftMs : (Reflect.get(target, name, receiver) as unknown),
});
