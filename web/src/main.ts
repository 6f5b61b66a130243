import { createSession } from './identity/session.ts';
import { loadSettings } from './identity/settings.ts';
import { reloadIfOutdated } from './outdated.ts';

// This first script only signs in. Who has to log in leaves the page before the app would be there; for whom comes back it loads meanwhile.
const session = createSession(async () => (await loadSettings()).login);
let loading: Promise<void> | undefined;

function loadApp(): void {
  if (loading) return;
  preloadApp();
  // Smaller, and run first: the calls for what the first page shows go out before the rest keeps the phone busy.
  const data = import('./app/data.ts').then(({ startData }) => startData(session));
  loading = Promise.all([data, data.then(untilAnswered).then(() => import('./app/app.tsx'))]).then(
    ([queryClient, { drawApp }]) => drawApp(session, queryClient),
    () => {
      offerReload();
      return reloadIfOutdated();
    },
  );
}

/** Has the app's script and styles fetched, and does not run them yet. Their addresses are written by the build. */
function preloadApp(): void {
  const addresses = document.querySelector<HTMLMetaElement>('meta[name=app]')?.content.split(' ') ?? [];
  for (const address of addresses) {
    const isScript = address.endsWith('.js');
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: isScript ? 'modulepreload' : 'preload',
        as: isScript ? 'script' : 'style',
        href: address,
        // As the import will ask for it.
        crossOrigin: '',
      }),
    );
  }
}

/** Until it is known who is there, and who was waiting for that has made their calls. */
async function untilAnswered(): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => session.phase() !== 'starting' && resolve();
    session.subscribe(look);
    look();
  });
  await new Promise((resolve) => setTimeout(resolve));
}

/** Where not even the app's code could be loaded. */
function offerReload(): void {
  const message = document.querySelector('#root h1');
  if (message === null) return;
  message.textContent = 'Sem ligação à internet';
  const again = document.createElement('button');
  again.textContent = 'Tentar novamente';
  again.addEventListener('click', () => location.reload());
  document.querySelector('#root main')?.append(again);
}

session.subscribe(loadApp);
void session.start();
if (session.isReturn()) loadApp();

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
