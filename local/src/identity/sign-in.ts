import type { Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { checkLogin, findNamedAccounts, normalize } from './accounts.ts';
import type { Lockout } from './lockout.ts';
import { answerLoginPage, answerNotice } from './pages.ts';
import type { Database } from './storage.ts';

const formLimit = 8 * 1024;

interface SignIn {
  provider: Provider;
  db: Database;
  lockout: Lockout;
  /** The realm's path on this server. */
  base: string;
}

/** What a form posts; undefined where it is too much. */
export async function readForm(ctx: KoaContextWithOIDC): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > formLimit) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

const path = /^\/login-actions\/authenticate\/([\w-]+)$/;

export const isSignIn = (ctx: KoaContextWithOIDC) => path.test(ctx.path);

/** The login page and what it posts, for one authorization request: the interaction that the cookie names. */
export function createSignIn({ provider, db, lockout, base }: SignIn) {
  async function findInteraction(ctx: KoaContextWithOIDC): Promise<Interaction | undefined> {
    try {
      const interaction = await provider.interactionDetails(ctx.req, ctx.res);
      return interaction.uid === path.exec(ctx.path)?.[1] ? interaction : undefined;
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
      throw error;
    }
  }

  async function answerForm(ctx: KoaContextWithOIDC, username: string, hasFailed: boolean) {
    const accounts = await findNamedAccounts(db);
    answerLoginPage(ctx, { action: base + ctx.path, accounts, username, hasFailed });
  }

  /** Wrong user, wrong password and a locked name get the same answer. */
  async function signIn(ctx: KoaContextWithOIDC, username: string, password: string) {
    const name = normalize(username);
    const account = lockout.isLocked(name) ? undefined : await checkLogin(db, username, password);
    if (!account) {
      lockout.recordFailure(name);
      await answerForm(ctx, username, true);
      return;
    }
    lockout.forget(name);
    const login = { accountId: account.sub, remember: false, amr: ['pwd'] };
    const resume = await provider.interactionResult(ctx.req, ctx.res, { login }, { mergeWithLastSubmission: false });
    ctx.redirect(resume);
    ctx.status = 303;
  }

  return async (ctx: KoaContextWithOIDC): Promise<void> => {
    const interaction = await findInteraction(ctx);
    if (!interaction) {
      answerNotice(ctx, 400, 'Página expirada', 'Esta página de login já não é válida.');
      return;
    }
    if (ctx.method !== 'POST') {
      const hint = interaction.params.login_hint;
      await answerForm(ctx, typeof hint === 'string' ? hint : '', false);
      return;
    }
    const form = await readForm(ctx);
    if (!form) {
      answerNotice(ctx, 413, 'Pedido inválido', 'O formulário é demasiado grande.');
      return;
    }
    const demo = form.get('demo');
    await signIn(ctx, demo ?? form.get('username') ?? '', demo ?? form.get('password') ?? '');
  };
}
