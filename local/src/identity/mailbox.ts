import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, type Html } from './html.ts';
import { wholePage } from './pages.ts';
import type { Database } from './storage.ts';
import { type Action, makeActionToken, type User } from './users.ts';

/** Says something to whoever started the product. */
export type Tell = (text: string) => void;

export interface Mailbox {
  /** Writes to a user with the link under which these can be done, and keeps it. */
  send(user: User, actions: Action[], issuer: string): Promise<void>;
  /** The emails as pages: a list, and each of them. */
  serve(app: FastifyInstance): void;
}

interface Mail {
  id: string;
  sentAt: string;
  recipient: string;
  subject: string;
  body: string;
}

const select = `
  SELECT id::text, recipient, subject, body, to_char(sent_at AT TIME ZONE 'Europe/Lisbon', 'YYYY-MM-DD HH24:MI') AS "sentAt"
  FROM local_identity.mails`;

/** Where emails end here: told to whoever started the product, and to be read at /dev/mail. */
export function createMailbox({
  db,
  origin,
  tell,
}: {
  db: Database;
  origin: string;
  tell?: Tell | undefined;
}): Mailbox {
  return {
    async send(user, actions, issuer) {
      const token = await makeActionToken(db, user, actions);
      const link = `${issuer}/login-actions/action-token?key=${token}`;
      const { subject, body } = compose(user, actions, link);
      await db.query('INSERT INTO local_identity.mails (recipient, subject, body) VALUES ($1, $2, $3)', [
        user.email,
        subject,
        body,
      ]);
      tell?.(`\n  Email para ${user.email}: ${subject}\n    ${link}\n    (todos em ${origin}/dev/mail)\n`);
    },
    serve(app) {
      app.get('/', async (_request, reply) => {
        const { rows } = await db.query<Mail>(`${select} ORDER BY id DESC LIMIT 200`);
        return answer(reply, 'Emails', listOf(rows));
      });
      app.get<{ Params: { id: string } }>('/:id', async ({ params }, reply) => {
        const { rows } = await db.query<Mail>(`${select} WHERE id::text = $1`, [params.id]);
        const [mail] = rows;
        if (!mail) return answer(reply.code(404), 'Email não encontrado', html`<p>${backToList}</p>`);
        return answer(reply, mail.subject, contentOf(mail));
      });
    },
  };
}

function compose({ firstName }: User, actions: Action[], link: string) {
  const setsPassword = actions.includes('UPDATE_PASSWORD');
  const [subject, request] = setsPassword
    ? ['Defina a sua palavra-passe da Rede', 'Para entrar na Rede, defina a sua palavra-passe aqui:']
    : ['Confirme o seu email da Rede', 'Para continuar a entrar na Rede, confirme que este email é seu:'];
  const body = `Olá, ${firstName}.\n\n${request}\n\n${link}\n\nA ligação é válida durante 7 dias. Se não esperava este email, ignore-o.`;
  return { subject, body };
}

const backToList = html`<a href="/dev/mail">Todos os emails</a>`;

function listOf(mails: Mail[]): Html {
  const explanation = html`<p>O login embutido não envia emails: o que enviaria fica aqui.</p>`;
  if (mails.length === 0)
    return html`${explanation}
      <p>Ainda não há nenhum.</p>`;
  return html`${explanation}
    <ul>
      ${mails.map(
        ({ id, recipient, subject, sentAt }) =>
          html`<li><a href="/dev/mail/${id}">${subject}</a> · ${recipient} · ${sentAt}</li>`,
      )}
    </ul>`;
}

function contentOf({ recipient, sentAt, body }: Mail): Html {
  const paragraphs = body
    .split('\n\n')
    .map((text) => (text.startsWith('http') ? html`<p><a href="${text}">${text}</a></p>` : html`<p>${text}</p>`));
  return html`<p>Para ${recipient}, ${sentAt}</p>
    ${paragraphs}
    <p>${backToList}</p>`;
}

function answer(reply: FastifyReply, title: string, body: Html): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(wholePage({ title, body }));
}
