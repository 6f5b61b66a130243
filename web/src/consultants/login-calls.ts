import { logins } from '@rede/contract/logins';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';

/** The polling interval while a login is pending or will be retried, in milliseconds. */
const whilePending = 1500;
const whileFailed = 10_000;

/** The state of a consultant's login: refetched when the consultant changes, polled while it is pending. */
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
