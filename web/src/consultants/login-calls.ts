import { logins } from '@rede/contract/logins';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';

/** How often it is asked how a login stands that is being made, or will be tried again, in milliseconds. */
const whilePending = 1500;
const whileFailed = 10_000;

/** How a consultant's login stands: told anew when the consultant changes, and while it is being made. */
export function consultantLogin(id: number) {
  return queryOptions({
    queryKey: ['consultants', 'one', String(id), 'login'],
    queryFn: ({ signal }) =>
      expectData(call(logins.get, { params: { id } }, signal), 'Failed to fetch consultant data'),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'pending') return whilePending;
      return data?.state === 'failed' && whileFailed;
    },
  });
}

export const inviteConsultant = mutationOptions({
  mutationFn: (id: number) => expectData(call(logins.invite, { params: { id } }), 'Failed to fetch consultant data'),
  onSuccess: (login, id, _result, { client }) => {
    client.setQueryData(consultantLogin(id).queryKey, login);
  },
  meta: { failure: (message) => `Erro ao enviar o convite: ${message}` },
});
