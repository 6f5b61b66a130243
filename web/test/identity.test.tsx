import { screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { provider } from './fake-keycloak.ts';
import { type Call, administrator, consultant, refuse, serve, settings } from './server.ts';
import { open } from './start.tsx';

const refreshFailed =
  'Failed to refresh token: An unexpected HTTP error occurred while attempting to refresh the token.';
const initFailed = 'Error initializing Keycloak. Please try again later.';
const page = { members: { results: [], totalPages: 0, pageNumber: 0, totalResults: 0 }, totals: noSums() };

const answers = {
  'GET /api/settings': settings,
  'GET /api/v1/whoami': consultant,
  'GET /api/v1/dashboard/summary': { totalDirectConsultants: 1, totalTreeConsultants: 1, totalOrders: '0.00' },
  'GET /api/v1/dashboard/direct': page,
  'GET /api/v1/dashboard/total': page,
};

describe('signing in', () => {
  test('is required on load, by the flow the provider is told of', async () => {
    serve(answers);

    open('/');
    await screen.findByRole('heading', { name: 'Dashboard' });

    expect(provider.client?.config).toEqual({ url: 'http://localhost:3000', realm: 'rede', clientId: 'rede-web' });
    expect(provider.initOptions).toEqual({
      onLoad: 'login-required',
      flow: 'standard',
      responseMode: 'fragment',
      pkceMethod: 'S256',
      redirectUri: `${location.origin}/`,
      checkLoginIframe: false,
    });
  });

  test('says that it is under way, then shows the page', async () => {
    const gate = Promise.withResolvers<void>();
    provider.signIn = gate.promise;
    serve(answers);

    open('/');
    expect(screen.getByText('Loading...')).toBeVisible();
    gate.resolve();

    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
  });

  test('keeps the access token for the session and sends it with the calls', async () => {
    const calls = serve(answers);

    open('/');
    await screen.findByRole('heading', { name: 'Dashboard' });

    expect(sessionStorage.getItem('access_token')).toBe('first-token');
    expect(calls.find(({ call }) => call === 'GET /api/v1/whoami')?.token).toBe('Bearer first-token');
  });

  test('that fails shows the error screen, with another try', async () => {
    provider.signIn = Promise.reject(new Error('Failed to fetch'));
    serve(answers);

    open('/');

    expect(await screen.findByRole('alert')).toHaveTextContent(initFailed);
    expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
    expect(sessionStorage.getItem('access_token')).toBeNull();
  });

  test.each(['url', 'realm', 'clientId'])('fails where the configuration lacks %s', async (missing) => {
    serve({ ...answers, 'GET /api/settings': { ...settings, login: { ...settings.login, [missing]: '' } } });

    open('/');

    expect(await screen.findByRole('alert')).toHaveTextContent(initFailed);
    expect(provider.client).toBeUndefined();
  });

  test('fails where the provider does not answer, without leaving the page', async () => {
    serve({ ...answers, 'GET /realms/rede/.well-known/openid-configuration': refuse(503, 'Em manutenção') });

    open('/');

    expect(await screen.findByRole('alert')).toHaveTextContent(initFailed);
    expect(provider.initOptions).toBeUndefined();
  });

  test('needs no call for the settings where the page carries them', async () => {
    const block = document.createElement('script');
    block.id = 'settings';
    block.type = 'application/json';
    block.textContent = JSON.stringify({ ...settings, title: 'Rede Norte' });
    document.head.append(block);
    onTestFinished(() => block.remove());
    const calls = serve(answers);

    open('/');
    await screen.findByRole('heading', { name: 'Dashboard' });

    expect(calls.filter(({ call }) => call === 'GET /api/settings')).toEqual([]);
    await waitFor(() => expect(document.title).toBe('Dashboard · Rede Norte'));
  });

  test('says that there is no connection where neither the provider nor the server is reached', async () => {
    const cut = () => Promise.reject(new TypeError('Failed to fetch'));
    let isCut = false;
    serve({
      ...answers,
      'GET /api/settings': () => (isCut ? cut() : settings),
      'GET /realms/rede/.well-known/openid-configuration': () => {
        isCut = true;
        return cut();
      },
    });

    open('/');

    expect(await screen.findByRole('alert')).toHaveTextContent('Sem ligação à internet');
    expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  });

  test('fails where only the provider is not reached', async () => {
    serve({
      ...answers,
      'GET /realms/rede/.well-known/openid-configuration': () => Promise.reject(new TypeError('Failed to fetch')),
    });

    open('/');

    expect(await screen.findByRole('alert')).toHaveTextContent(initFailed);
  });

  test('fails where the settings cannot be had', async () => {
    serve({ ...answers, 'GET /api/settings': refuse(404, 'Não encontrado') });

    open('/');

    expect(await screen.findByRole('alert')).toHaveTextContent(initFailed);
  });

  test('an error that the provider reports later shows the error screen too', async () => {
    serve(answers);
    open('/');
    await screen.findByRole('heading', { name: 'Dashboard' });

    provider.client?.onAuthError?.();

    expect(await screen.findByText(initFailed)).toBeVisible();
  });
});

describe('being let in', () => {
  test.each([
    ['not_active', 'A sua conta está suspensa.'],
    ['no_consultant', 'A sua conta não está associada a um consultor.'],
  ])('%s: the server says why not, and one can sign out', async (code, message) => {
    serve({ ...answers, 'GET /api/v1/whoami': refuse(403, message, code) });

    const user = open('/');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await user.click(screen.getByRole('button', { name: 'Terminar Sessão' }));

    expect(provider.signedOutTo).toBe(`${location.origin}/`);
  });

  test('who is not let in reads whom to contact', async () => {
    serve({ ...answers, 'GET /api/v1/whoami': refuse(403, 'A sua conta está suspensa.', 'not_active') });

    open('/');

    expect(await screen.findByRole('link', { name: '+351 210 000 000' })).toHaveAttribute('href', 'tel:+351210000000');
    expect(screen.getByRole('link', { name: 'apoio@rede.example' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'www.rede.example' })).toBeVisible();
  });

  test('who is not let in reads so too where the company names no contacts', async () => {
    serve({
      ...answers,
      'GET /api/settings': { ...settings, contact: { phone: null, email: null, website: null } },
      'GET /api/v1/whoami': refuse(403, 'A sua conta está inactiva.', 'not_active'),
    });

    open('/');

    expect(await screen.findByText('Para saber porquê, fale com o seu upline ou com quem gere a rede.')).toBeVisible();
  });

  test('where nobody knows who it is there is another try', async () => {
    let reachable = false;
    serve({
      ...answers,
      'GET /api/v1/whoami': () => (reachable ? consultant : Response.json({ message: 'Não deu.' }, { status: 404 })),
    });

    const user = open('/');
    expect(await screen.findByRole('alert')).toHaveTextContent('Não deu.');
    reachable = true;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));

    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });
});

describe('who is an administrator', () => {
  test('follows from the roles, also where the answer says otherwise', async () => {
    serve({ ...answers, 'GET /api/v1/whoami': { ...administrator, isAdmin: false } });

    open('/');

    expect(await screen.findByText('Welcome to the Backoffice Home page!')).toBeVisible();
  });

  test('is nobody without that role, whatever the answer says', async () => {
    serve({ ...answers, 'GET /api/v1/whoami': { ...consultant, isAdmin: true } });

    open('/');

    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Backoffice' })).not.toBeInTheDocument();
  });
});

describe('a return from the login page', () => {
  test('shows the address that was asked for, and the provider is not asked whether it is there', async () => {
    serve({ ...answers, 'GET /realms/rede/.well-known/openid-configuration': refuse(503, 'Em manutenção') });
    sessionStorage.setItem('asked_for', '/dashboard?directName=ana');

    open('/#state=1&code=2');
    await screen.findByRole('heading', { name: 'Dashboard' });

    expect(location.pathname + location.search).toBe('/dashboard?directName=ana');
    expect(sessionStorage.getItem('asked_for')).toBeNull();
  });
});

describe('somebody who is let in no longer', () => {
  test('is told so at the next call', async () => {
    let isSuspended = false;
    const refused = refuse(403, 'A sua conta está suspensa.', 'not_active');
    serve({
      ...answers,
      'GET /api/v1/whoami': () => (isSuspended ? refused() : consultant),
      'GET /api/v1/dashboard/direct': () => (isSuspended ? refused() : page),
    });
    const user = open('/');
    const name = await nameField('Filtros: Rede directa')();

    isSuspended = true;
    await user.type(name, 'Ana{Enter}');

    // The table says so first, until the whole screen does.
    await waitFor(() => expect(screen.getByText('A sua conta está suspensa.')).toBeVisible());
    expect(screen.queryByText(/^Erro ao atualizar/)).not.toBeInTheDocument();
  });
});

describe('a session that goes on', () => {
  test('keeps the renewed token and asks again who is signed in', async () => {
    const calls = serve(answers);
    open('/');
    await screen.findByRole('heading', { name: 'Dashboard' });

    provider.renewing = true;
    provider.client?.onTokenExpired?.();

    await waitFor(() => expect(sessionStorage.getItem('access_token')).toBe('second-token'));
    await waitFor(() => expect(calls.filter(({ call }) => call === 'GET /api/v1/whoami')).toHaveLength(2));
    expect(calls.at(-1)?.token).toBe('Bearer second-token');
  });

  test('that cannot be renewed says so, keeps what was typed and recovers with the next call', async () => {
    serve(answers);
    const user = open('/');
    const name = nameField('Filtros: Rede directa');
    await user.type(await name(), 'Ana');

    provider.refusal = 503;
    provider.client?.onTokenExpired?.();

    expect(await screen.findByText(refreshFailed)).toBeVisible();
    expect(sessionStorage.getItem('access_token')).toBeNull();
    expect(await name()).toHaveValue('Ana');

    provider.refusal = undefined;
    provider.renewing = true;
    await user.keyboard('{Enter}');

    await waitFor(() => expect(sessionStorage.getItem('access_token')).toBe('second-token'));
    expect(await name()).toHaveValue('Ana');
  });

  test('gets another token where the server refuses the one it has, and the call goes on', async () => {
    const calls = serve({
      ...answers,
      'GET /api/v1/dashboard/summary': ({ token }: Call) =>
        token === 'Bearer first-token' ? unauthenticated() : answers['GET /api/v1/dashboard/summary'],
    });

    open('/');

    await waitFor(() => expect(sessionStorage.getItem('access_token')).toBe('second-token'));
    const summaries = calls.filter(({ call }) => call === 'GET /api/v1/dashboard/summary');
    expect(summaries.map(({ token }) => token)).toEqual(['Bearer first-token', 'Bearer second-token']);
    expect(await screen.findByText('A minha rede directa')).toBeVisible();
  });

  test('that the provider has ended is left for the login page without a word', async () => {
    serve(answers);
    open('/');
    await screen.findByRole('heading', { name: 'Dashboard' });

    provider.refusal = 400;
    provider.client?.onTokenExpired?.();

    expect(await screen.findByText('Loading...')).toBeVisible();
    expect(sessionStorage.getItem('access_token')).toBeNull();
    expect(screen.queryByText(refreshFailed)).not.toBeInTheDocument();
  });
});

test('Terminar Sessão leaves nothing behind in the tab', async () => {
  serve({ ...answers, 'GET /api/v1/whoami': administrator });
  const user = open('/');
  await screen.findByText('Welcome to the Backoffice Home page!');
  sessionStorage.setItem('filter:orders', '?couponCode=natal');

  await user.click(screen.getByRole('button', { name: 'Terminar Sessão' }));

  expect(sessionStorage.getItem('access_token')).toBeNull();
  expect(sessionStorage.getItem('filter:orders')).toBeNull();
  expect(provider.signedOutTo).toBe(`${location.origin}/`);
});

describe('signing out in another tab', () => {
  test('takes everything from this one at once, and asks the provider when that one is back', async () => {
    serve(answers);
    open('/');
    await screen.findByRole('heading', { name: 'Dashboard' });

    tell('begin');

    expect(await screen.findByText('Loading...')).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
    expect(provider.client?.token).toBe('first-token');

    tell('end');

    await waitFor(() => expect(provider.client?.token).toBeUndefined());
  });

  test('asks the provider when somebody turns to this one, though that one never came back', async () => {
    serve(answers);
    open('/');
    await screen.findByRole('heading', { name: 'Dashboard' });
    tell('begin');
    await screen.findByText('Loading...');

    window.dispatchEvent(new Event('focus'));

    expect(provider.client?.token).toBeUndefined();
  });

  test('is told by the tab that signs out, and again when it is back', async () => {
    const told: unknown[] = [];
    new BroadcastChannel('session').addEventListener('message', ({ data }) => told.push(data));
    serve({ ...answers, 'GET /api/v1/whoami': administrator });
    const user = open('/');
    await user.click(await screen.findByRole('button', { name: 'Terminar Sessão' }));
    await waitFor(() => expect(told).toEqual(['begin']));

    open('/');

    await waitFor(() => expect(told).toEqual(['begin', 'end']));
  });

  test('that was none of this tab’s changes nothing', async () => {
    serve(answers);
    open('/');
    await screen.findByRole('heading', { name: 'Dashboard' });

    const heard = Promise.withResolvers<unknown>();
    new BroadcastChannel('session').addEventListener('message', heard.resolve);

    tell('end');
    await heard.promise;
    window.dispatchEvent(new Event('focus'));

    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(provider.client?.token).toBe('first-token');
  });
});

/** What another tab says to this one. */
function tell(what: 'begin' | 'end'): void {
  new BroadcastChannel('session').postMessage(what);
}

/** The name field of a form. */
function nameField(form: string) {
  return async () => {
    const found = await screen.findByRole('form', { name: form });
    return found.querySelector('input') as HTMLInputElement;
  };
}

const unauthenticated = refuse(401, 'Sessão inválida ou expirada. Inicie sessão novamente.', 'unauthenticated');

function noSums() {
  return { totalOrdersValue: '0.00', totalPendingValue: '0.00' };
}
