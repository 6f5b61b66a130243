import type { Consultant, Status } from '@rede/contract/consultants';
import type { Day } from '@rede/contract/days';
import type { CurrentUser } from '@rede/contract/identity';
import type { Order } from '@rede/contract/orders';
import { requestToken } from '@rede/local/token';
import { passwordOf } from './login.ts';

type NewConsultant = Pick<Consultant, 'name' | 'internalId'> & Partial<Consultant>;
type NewOrder = Pick<Order, 'ecommerceId' | 'total'> & { createdAt: Day; paidAt?: Day; internalId?: string };

/** What a test needs to be there before it begins, made the way the back office makes it. */
export interface BackOffice {
  createConsultant(given: NewConsultant): Promise<Consultant>;
  createOrder(given: NewOrder): Promise<Order>;
  /** The Código IK of the consultant who signs in with that name. */
  codeOf(user: string): Promise<string>;
  setStatus(code: string, status: Status): Promise<void>;
}

export function backOfficeOf(address: string): BackOffice {
  async function call<T>(user: string, method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await requestToken(address, user, passwordOf(user))}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  return {
    createConsultant: (given) =>
      call('admin', 'POST', '/consultants', {
        email: `${given.internalId.toLowerCase()}@exemplo.pt`,
        taxId: `PT-${given.internalId}`,
        parentId: 'IK0',
        createdAt: '2024-01-01',
        status: 'ACTIVE',
        ...given,
      }),
    createOrder: ({ internalId, ...given }) =>
      call('admin', 'POST', '/orders', { ...given, ...(internalId && { consultant: { internalId } }) }),
    async codeOf(user) {
      const { internalId } = await call<CurrentUser>(user, 'GET', '/whoami');
      if (internalId === null) throw new Error(`${user} is no consultant.`);
      return internalId;
    },
    async setStatus(code, status) {
      const found = await call<{ results: Consultant[] }>('admin', 'GET', `/consultants?internalId=${code}`);
      const consultant = found.results.find(({ internalId }) => internalId === code);
      if (consultant === undefined) throw new Error(`${code} is no consultant's.`);
      await call('admin', 'PUT', `/consultants/${consultant.id}`, { ...consultant, status });
    },
  };
}
