import { logins } from '@rede/contract/logins';
import { actorOf } from '../http/caller.ts';
import { notFound, Problem } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { requestInvitation, findLogin } from './queries.ts';

export function registerLogins({ app, database, config }: Services): void {
  const { provisioning } = config;
  const loginOf = async (id: number) => {
    const login = await findLogin(database, id, provisioning !== undefined);
    if (!login) throw notFound('Este consultor');
    return login;
  };

  serve(app, logins.get, ({ params }) => loginOf(params.id));
  serve(app, logins.invite, async ({ params, caller }) => {
    if (!provisioning) throw new Problem('invalid', 'Este servidor não está configurado para criar logins.');
    await requestInvitation(database, params.id, actorOf(caller));
    return loginOf(params.id);
  });
}
