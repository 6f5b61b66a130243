import type { KoaContextWithOIDC } from 'oidc-provider';
import { html } from './html.ts';
import { answerNotice, answerPage } from './pages.ts';
import { readForm } from './sign-in.ts';
import type { Database } from './storage.ts';
import { findActions, perform } from './users.ts';

const path = '/login-actions/action-token';

export const isActionPage = (ctx: KoaContextWithOIDC) => ctx.path === path;

const shortest = 8;

/** Where the links in emails lead: a password is set there, or an email confirmed. Opening the page alone does neither. */
export function createActionPages({ db, base }: { db: Database; base: string }) {
  return async (ctx: KoaContextWithOIDC): Promise<void> => {
    const token = typeof ctx.query.key === 'string' ? ctx.query.key : '';
    const found = await findActions(db, token);
    if (!found) return answerVoid(ctx);
    const setsPassword = found.actions.includes('UPDATE_PASSWORD');
    const answerForm = (complaint?: string) =>
      setsPassword ? answerPasswordForm(ctx, found.email, complaint) : answerConfirmation(ctx, found.email);
    if (ctx.method !== 'POST') return answerForm();

    const form = await readForm(ctx);
    const password = form?.get('password-new') ?? '';
    const complaint = setsPassword ? complaintAbout(password, form?.get('password-confirm') ?? '') : undefined;
    if (complaint !== undefined) return answerForm(complaint);
    if (!(await perform(db, token, setsPassword ? password : undefined))) return answerVoid(ctx);
    if (setsPassword)
      answerNotice(ctx, 200, 'Palavra-passe definida', 'Já pode entrar com o seu email e a nova palavra-passe.');
    else answerNotice(ctx, 200, 'Email confirmado', 'O seu email está confirmado.');
  };

  function answerPasswordForm(ctx: KoaContextWithOIDC, email: string, complaint?: string): void {
    const invalid = complaint === undefined ? 'false' : 'true';
    answerPage(ctx, {
      title: 'Definir a palavra-passe',
      body: html`${complaint === undefined ? '' : html`<p class="error" id="input-error" role="alert">${complaint}</p>`}
        <form id="kc-passwd-update-form" method="post" action="${base + path + ctx.search}">
          <p>Para a conta de ${email}.</p>
          <input type="hidden" name="username" value="${email}" autocomplete="username" />
          <label for="password-new">Nova palavra-passe</label>
          <input
            id="password-new"
            name="password-new"
            type="password"
            autocomplete="new-password"
            maxlength="320"
            required
            aria-invalid="${invalid}"
            aria-describedby="${complaint === undefined ? '' : 'input-error'}"
            autofocus
          />
          <label for="password-confirm">Confirmar a palavra-passe</label>
          <input
            id="password-confirm"
            name="password-confirm"
            type="password"
            autocomplete="new-password"
            maxlength="320"
            required
            aria-invalid="${invalid}"
          />
          <button class="primary" type="submit">Guardar</button>
        </form>`,
    });
  }

  function answerConfirmation(ctx: KoaContextWithOIDC, email: string): void {
    answerPage(ctx, {
      title: 'Confirmar o email',
      body: html`<form method="post" action="${base + path + ctx.search}">
        <p>${email} é o seu email?</p>
        <button class="primary" type="submit">Confirmar</button>
      </form>`,
    });
  }
}

function complaintAbout(password: string, again: string): string | undefined {
  if (password.length < shortest) return `A palavra-passe precisa de pelo menos ${shortest} caracteres.`;
  return password === again ? undefined : 'As palavras-passe não são iguais.';
}

function answerVoid(ctx: KoaContextWithOIDC): void {
  answerNotice(
    ctx,
    400,
    'Ligação inválida',
    'Esta ligação já foi usada ou já não é válida. Peça que lhe enviem outra.',
  );
}
