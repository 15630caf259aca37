import { unauthenticated } from '@pas/shared/errors/raise';

/** 401: the request has no credentials, or only a cookie that this route does not accept. */
export const missingCredentials = () =>
  unauthenticated('credentials_missing', 'Send credentials as Authorization: Bearer.');
