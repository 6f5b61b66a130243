// What an authorization answer adds to a redirect. One that carries them already could pass off someone else's answer
// as its own (CVE-2026-9689), so Keycloak refuses it.
const answerParameters = [
  'code',
  'state',
  'iss',
  'session_state',
  'response',
  'error',
  'kc_action',
  'kc_action_status',
];

/**
 * Keycloak's reading of the redirect pattern `${appOrigin}/*`. keycloak-js comes back to whatever page it was on, query
 * included, where oidc-provider by itself wants one exact address.
 */
export function isAllowedRedirect(value: string, appOrigin: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null &&
    url.origin === appOrigin &&
    url.username === '' &&
    url.password === '' &&
    !answerParameters.some((name) => url.searchParams.has(name))
  );
}
