import { createSession } from './identity/session.ts';
import { loadSettings } from './identity/settings.ts';
import { reloadIfOutdated } from './outdated.ts';

// This first script only signs in. Who has to log in leaves the page before the app would be there; for whom comes back it loads meanwhile.
const session = createSession(async () => (await loadSettings()).login);
let loading: Promise<void> | undefined;

function loadApp(): void {
  loading ??= Promise.all([
    // Smaller, and there first: the calls for what the first page shows go out while the rest loads.
    import('./app/data.ts').then(({ startData }) => startData(session)),
    import('./app/app.tsx'),
  ]).then(
    ([queryClient, { drawApp }]) => drawApp(session, queryClient),
    () => {
      offerReload();
      return reloadIfOutdated();
    },
  );
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
