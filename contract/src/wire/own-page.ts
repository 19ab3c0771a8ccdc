/**
 * CSRF header, sent by our own pages with every call and required of any client that sends a session cookie. Pages of
 * other sites can add it only after a CORS preflight, which the server allows for WEB_ORIGINS only.
 */
export const ownPage = { 'x-requested-with': 'kirana' } as const
