const reloadedKey = 'reloaded';

/** This script's own address: the page of another build names another one. */
const build = new URL(import.meta.url).pathname;

/**
 * Loads the page anew where the server has another build by now: parts of this one that were not loaded yet are gone. Once for each build,
 * for servers that are being exchanged may answer with the old one again.
 */
export async function reloadIfOutdated(before?: () => void): Promise<void> {
  const page = await fetch('/', { cache: 'no-cache' }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  );
  if (page === undefined || page.includes(build) || sessionStorage.getItem(reloadedKey) === build) return;
  sessionStorage.setItem(reloadedKey, build);
  before?.();
  location.reload();
}
