/** Moves `Date` of this realm ahead by so many milliseconds; time goes on from there. Sent to browsers as its text: it may refer to nothing outside. */
export function shiftDate(ahead) {
  const Real = Date;
  const now = () => Real.now() + ahead;
  const Shifted = new Proxy(Real, {
    construct: (target, args, as) => Reflect.construct(target, args.length > 0 ? args : [now()], as === Shifted ? target : as),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  Real.prototype.constructor = Shifted;
  globalThis.Date = Shifted;
}
