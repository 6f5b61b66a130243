import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const length = 32;

/** What to keep of a password: a salt and what scrypt makes of both. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password.normalize(), salt, length)).toString('base64url')}`;
}

/** Whether that is the password that this was kept of. */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [salt = '', derived = ''] = kept.split('.').map((part) => Buffer.from(part, 'base64url'));
  return timingSafeEqual(await derive(password.normalize(), Buffer.from(salt), length), Buffer.from(derived));
}
