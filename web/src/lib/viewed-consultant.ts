/** As whom an administrator looks, by the cache that keeps the answers: they never mix with the administrator's own. */
const viewed = new WeakMap<object, number>();

/** Makes the `own` calls of a cache answer as if this consultant had called. */
export function viewAs(cache: object, consultantId: number): void {
  viewed.set(cache, consultantId);
}

/** The consultant as whom the calls of a cache are made; undefined: as oneself. */
export function viewedBy(cache: object): number | undefined {
  return viewed.get(cache);
}
