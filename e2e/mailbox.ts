import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, inject } from 'vitest';
import type { TestKeycloak } from './global-setup.ts';

export interface Mail {
  recipient: string;
  /** The first link in it. */
  link: string;
}

/** What the login provider sends by email. */
export interface Mailbox {
  /** The links of all emails to somebody, the oldest first. */
  linksTo(recipient: string): Promise<string[]>;
  close(): Promise<void>;
}

/** The embedded provider's emails are read at /dev/mail; a real one sends them, to a mail server that is started for it. */
export async function openMailbox(address: string): Promise<Mailbox> {
  const keycloak = inject('keycloak');
  if (keycloak) return openPostOffice(keycloak);
  return { linksTo: (recipient) => readPages(address, recipient), close: async () => {} };
}

/**
 * The link of the latest email to somebody, once there are more than so many. One may have been sent twice, where its sending was not heard of:
 * then the link of the first is void.
 */
export async function nextLink(mailbox: Mailbox, recipient: string, after = 0): Promise<string> {
  await expect.poll(async () => (await mailbox.linksTo(recipient)).length).toBeGreaterThan(after);
  return (await mailbox.linksTo(recipient)).at(-1) ?? '';
}

async function readPages(address: string, recipient: string): Promise<string[]> {
  const list = await (await fetch(`${address}/dev/mail`)).text();
  const pages = [...list.matchAll(/href="(\/dev\/mail\/\d+)">[^<]*<\/a> · ([^ ]+) ·/g)]
    .filter(([, , to]) => to === recipient)
    .map(([, page = '']) => page);
  return Promise.all(pages.toReversed().map(async (page) => linkIn(await (await fetch(`${address}${page}`)).text())));
}

function linkIn(text: string): string {
  const [link] = /https?:\/\/[^\s"<]+action-token\?key=[^\s"<]+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`An email without a link:\n${text}`);
  return link.replaceAll('&amp;', '&');
}

/** A mail server that keeps what it is given, and a realm that sends through it. */
async function openPostOffice(keycloak: TestKeycloak): Promise<Mailbox> {
  const mails: Mail[] = [];
  const server = createServer((socket) => takeMail(socket, (mail) => mails.push(mail))).listen(0, 'localhost');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('No port for the mail server.');
  await sendThrough(keycloak, bound.port);
  return {
    linksTo: async (recipient) => mails.filter((mail) => mail.recipient === recipient).map(({ link }) => link),
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

/** As much of SMTP as it takes to be given an email. */
function takeMail(socket: Socket, keep: (mail: Mail) => void): void {
  let unread = '';
  let recipient = '';
  let lines: string[] | undefined;
  const say = (answer: string) => socket.write(`${answer}\r\n`);

  function hear(line: string): void {
    if (lines) {
      if (line !== '.') {
        lines.push(line);
        return;
      }
      keep({ recipient, link: linkIn(plainTextOf(lines.join('\n'))) });
      lines = undefined;
      say('250 OK');
      return;
    }
    const [, to] = /^RCPT TO:<([^>]+)>/i.exec(line) ?? [];
    if (to !== undefined) recipient = to;
    if (/^DATA/i.test(line)) lines = [];
    if (/^QUIT/i.test(line)) socket.end('221 OK\r\n');
    else say(lines ? '354 OK' : '250 OK');
  }

  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const parts = (unread + chunk.toString()).split('\r\n');
    unread = parts.pop() ?? '';
    for (const line of parts) hear(line);
  });
  say('220 OK');
}

/** Without the soft line breaks and escapes of quoted-printable; links need no more. */
function plainTextOf(message: string): string {
  return message
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

async function sendThrough({ url, administrator }: TestKeycloak, port: number): Promise<void> {
  const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...administrator }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const smtpServer = {
    host: 'localhost',
    port: String(port),
    from: 'rede@exemplo.pt',
    starttls: 'false',
    ssl: 'false',
    auth: 'false',
  };
  const { ok, status } = await fetch(`${url}/admin/realms/rede`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ smtpServer }),
  });
  if (!ok) throw new Error(`The realm does not take our mail server: ${status}`);
}
