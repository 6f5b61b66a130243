import { viewedConsultantHeader } from '@rede/contract/endpoint';
import type { CurrentUser, Settings } from '@rede/contract/identity';
import { vi } from 'vitest';

export const settings: Settings = {
  title: 'Rede',
  logo: '/logo.svg',
  login: { url: 'http://localhost:3000', realm: 'rede', clientId: 'rede-web' },
  exports: { consultants: false, orders: false },
  contact: { phone: '+351 210 000 000', email: 'apoio@rede.example', website: 'https://www.rede.example' },
  rootUplineCode: 'IK0',
};

export const consultant: CurrentUser = {
  roles: [],
  isAdmin: false,
  name: 'Maria Antunes',
  email: 'maria@rede.example',
  internalId: 'IK7',
  parentId: 'IK2',
  parentName: 'Joaquim Upline',
  parentEmail: 'joaquim@rede.example',
};

export const administrator: CurrentUser = {
  roles: ['admin'],
  isAdmin: true,
  name: 'Teresa Matos',
  email: 'teresa@rede.example',
  internalId: null,
  parentId: null,
  parentName: null,
  parentEmail: null,
};

export interface Call {
  /** `GET /api/v1/orders` */
  call: string;
  query: Record<string, string>;
  body: unknown;
  token: string | null;
  /** The consultant as whom an administrator calls. */
  viewed?: string;
}

/** What a call is answered with: a body, a response, or what makes one of them. */
type Reply = unknown;

/** Answers the browser's calls, by method and path, in the place of the network; returns the calls as they come. */
export function serve(replies: Record<string, Reply>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, location.origin);
    // The login provider is there, unless a test has it otherwise.
    if (url.pathname.startsWith('/realms/') && !(`GET ${url.pathname}` in replies)) return Response.json({});
    const headers = new Headers(init.headers);
    const viewed = headers.get(viewedConsultantHeader);
    const call = {
      call: `${init.method ?? 'GET'} ${url.pathname}`,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      token: headers.get('Authorization'),
      ...(viewed !== null && { viewed }),
    };
    calls.push(call);
    if (!(call.call in replies)) throw new TypeError(`Nobody answers ${call.call}`);
    const reply = replies[call.call];
    const answer: unknown = await (typeof reply === 'function' ? (reply as (call: Call) => unknown)(call) : reply);
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
  });
  return calls;
}

/** The query of the last of these calls with that method and path: others may come after it. */
export function lastQuery(calls: Call[], asked: string): Call['query'] | undefined {
  return calls.findLast(({ call }) => call === asked)?.query;
}

/** What a call is answered with that is refused. */
export function refuse(status: number, message: string, code = 'internal'): () => Response {
  return () => Response.json({ message, code }, { status });
}
