/** Preloaded into a service (`--import`): shifts its clock by `CLOCK_SHIFT_MS`. */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS']);

globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + shiftMs] : args, newTarget) as Date,
  get: (target, name, receiver) =>
    name === 'now' ? () => target.now() + shiftMs : (Reflect.get(target, name, receiver) as unknown),
});
