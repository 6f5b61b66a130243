import { readFileSync } from 'node:fs';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Account } from './accounts.ts';
import { html, trusted, type Html } from './html.ts';

const asset = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

const css = trusted(asset('../../../web/src/ui/tokens.css') + asset('pages/pages.css'));
const network = trusted(asset('pages/network.svg'));

const logoFile = new URL('../../../web/public/logo.svg', import.meta.url);
const logo = html`<img src="data:image/svg+xml;base64,${readFileSync(logoFile).toString('base64')}" alt="" />`;

/** The application's type face, which every page of ours is set in. */
export const typeface = {
  path: '/dev/inter.woff2',
  content: readFileSync(new URL('../../../web/src/ui/inter/inter.woff2', import.meta.url)),
};

interface Page {
  title: string;
  body: Html;
  status?: number;
  /** Drawn beside the form where there is room. */
  withNetwork?: boolean;
}

/** Answers with a whole page, which may do what the policy allows that the answer carries already. */
export function answerPage(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.status = page.status ?? 200;
  ctx.type = 'html';
  ctx.body = wholePage(page, ctx.state.nonce);
}

/** @param nonce with which the policy of the answer allows styles. */
export function wholePage({ title, body, withNetwork = false }: Omit<Page, 'status'>, nonce = ''): string {
  return html`<!doctype html>
    <html lang="pt-PT">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Rede</title>
        <style nonce="${nonce}">
          ${css}
        </style>
      </head>
      <body>
        ${withNetwork ? network : ''}
        <main>
          <div class="brand">${logo}<span>Rede</span></div>
          <div class="card">
            <h1>${title}</h1>
            ${body}
          </div>
        </main>
      </body>
    </html>`.html;
}

/** A page that says one thing and leads back to the application. */
export function answerNotice(ctx: KoaContextWithOIDC, status: number, title: string, text: string): void {
  answerPage(ctx, {
    status,
    title,
    body: html`<p role="${status < 400 ? 'status' : 'alert'}">${text}</p>
      <p><a href="${ctx.state.home}">Voltar à aplicação</a></p>`,
  });
}

interface LoginPage {
  action: string;
  accounts: readonly Account[];
  username: string;
  hasFailed: boolean;
}

export function answerLoginPage(ctx: KoaContextWithOIDC, { action, accounts, username, hasFailed }: LoginPage): void {
  const invalid = hasFailed ? 'true' : 'false';
  const focus = html`autofocus`;
  const error = html`<p class="error" id="input-error" role="alert">Utilizador ou palavra-passe inválidos.</p>`;

  answerPage(ctx, {
    title: 'Iniciar sessão',
    withNetwork: true,
    body: html`${hasFailed ? error : ''}
      <form id="kc-form-login" method="post" action="${action}">
        <label for="username">Utilizador, Código IK ou email</label>
        <input
          id="username"
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          maxlength="320"
          required
          value="${username}"
          aria-invalid="${invalid}"
          aria-describedby="${hasFailed ? 'input-error' : ''}"
          ${hasFailed ? '' : focus}
        />
        <label for="password">Palavra-passe</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          maxlength="320"
          required
          aria-invalid="${invalid}"
          aria-describedby="${hasFailed ? 'input-error' : ''}"
          ${hasFailed ? focus : ''}
        />
        <button class="primary" id="kc-login" type="submit">Entrar</button>
      </form>
      <form class="demo" method="post" action="${action}">
        <h2>Ambiente de demonstração</h2>
        <p>
          Utilizador e palavra-passe iguais: em qualquer conta de consultor, o Código IK em ambos. Ou escolha uma destas
          contas:
        </p>
        <ul>
          ${accounts.map(
            (account) =>
              html`<li>
                <button type="submit" name="demo" value="${account.username}">
                  <strong>${account.username}</strong>
                  <span>${account.name}</span>
                </button>
              </li>`,
          )}
        </ul>
      </form>`,
  });
}

export function answerLogoutPage(ctx: KoaContextWithOIDC, form: string, isAsked: boolean): void {
  answerPage(ctx, {
    title: isAsked ? 'Terminar sessão?' : 'A terminar a sessão…',
    body: html`${trusted(form)}
      <button class="primary" form="op.logoutForm" name="logout" value="yes" type="submit" autofocus>
        Terminar sessão
      </button>
      ${
        isAsked
          ? ''
          : html`<script nonce="${ctx.state.nonce}">
              document.querySelector('[name=logout]').click();
            </script>`
      }`,
  });
}

/** One of the pages that keycloak-js puts in a hidden frame of the application. */
export function frameTemplate(name: string, values: Record<string, string> = {}): (nonce: string) => string {
  const template = Object.entries(values).reduce(
    (text, [key, value]) => text.replaceAll(`{{${key}}}`, value),
    asset(`pages/${name}`),
  );
  return (nonce) => template.replaceAll('{{nonce}}', nonce);
}
