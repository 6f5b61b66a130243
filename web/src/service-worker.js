/**
 * Keeps what a start needs: the page and the files before the first table. Pages come from the network and only without one from here, so
 * nobody is stuck with an old build. Calls and the login are none of its business.
 *
 * The build writes the addresses into it; so a new build is a new worker.
 */
const files = __FILES__;
const name = `shell-${__BUILD__}`;

/** What is no page of the app, though a browser may go there. */
const isElsewhere = (path) => /^\/(api|assets|realms|admin|dev|health)(\/|$)/.test(path) || path.includes('.');

/** How long what the person waits for goes first, in milliseconds. */
const patience = 2000;

self.addEventListener('install', (event) => {
  // Answered without waking this worker, in browsers that know how.
  event.addRoutes?.([
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    { condition: { urlPattern: '/realms/*' }, source: 'network' },
    { condition: { urlPattern: '/assets/*' }, source: { cacheName: name } },
  ]);
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate' && !isElsewhere(pathname)) event.respondWith(fromNetwork(request, '/'));
  else if (files.includes(pathname)) {
    event.respondWith(pathname.startsWith('/assets/') ? fromHere(request) : fromNetwork(request, pathname));
  }
});

async function keepShell() {
  await new Promise((resolve) => setTimeout(resolve, patience));
  const cache = await caches.open(name);
  const page = await fetch('/', { cache: 'no-cache' });
  const text = await page.clone().text();
  // Of another build, just being exchanged: the next visit tries again.
  if (!page.ok || !files.some((file) => text.includes(file))) throw new Error('The page is of another build');
  await Promise.all([cache.put('/', page), cache.addAll(files)]);
  await self.skipWaiting();
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((other) => other !== name).map((other) => caches.delete(other)));
  await self.clients.claim();
}

// Without navigation preload: it asks for pages of the login too, which are then asked for twice, and answer only once.
async function fromNetwork(request, kept) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(kept, { cacheName: name })) ?? Response.error();
  }
}

/** Its name changes with what is in it. */
async function fromHere(request) {
  return (await caches.match(request, { cacheName: name })) ?? fetch(request);
}
