/**
 * Loaded before a product, lets its clock run from the same moment whenever it is started, so that its demo network and all it shows are
 * the same every time. The moment lies ahead, for browsers drop cookies of the past.
 */
export const pictureMoment = new Date('2040-11-22T10:00:00Z');

const ahead = pictureMoment.getTime() - Date.now();

if (process.env.REDE_PICTURE_DAY !== undefined) {
  globalThis.Date = new Proxy(Date, {
    construct: (date, given, asked) =>
      Reflect.construct(date, given.length === 0 ? [date.now() + ahead] : given, asked),
    get: (date, name) => (name === 'now' ? () => date.now() + ahead : Reflect.get(date, name)),
  });
}
