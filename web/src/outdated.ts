const reloadedKey = 'reloaded';

/** This script's own address: the page of another build names another one. */
const build = new URL(import.meta.url).pathname;

/** Whether the server has another build by now: parts of this one that were not loaded yet are gone. */
export async function isOutdated(): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-cache' }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  );
  return page !== undefined && !page.includes(build);
}

/** Loads the page anew, once for each build: servers that are being exchanged may answer with the old one again. */
export function reloadOnce(): void {
  if (sessionStorage.getItem(reloadedKey) === build) return;
  sessionStorage.setItem(reloadedKey, build);
  location.reload();
}
