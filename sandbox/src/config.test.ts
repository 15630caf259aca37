import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const required = {
  PORTAL_URLS: 'http://127.0.0.1:4000, http://127.0.0.1:4001',
  OPERATOR_CLIENT_SECRET: 'operator-secret',
  OPERATOR_REDIRECT_URIS: 'http://127.0.0.1:4000/api/admin/auth/callback',
  IDENTITY_API_SECRET: 'identity-api-secret',
};

describe('readConfig', () => {
  it('listens on loopback and applies defaults', () => {
    const config = readConfig(required);
    expect(config).toMatchObject({ host: '127.0.0.1', smtpPort: 4102, peopleFile: undefined });
    expect(config.identity.issuer).toBeUndefined();
  });

  it('splits lists at commas and drops the spaces', () => {
    const { portalUrls } = readConfig(required).identity;
    expect(portalUrls).toEqual(['http://127.0.0.1:4000', 'http://127.0.0.1:4001']);
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ ...required, PEOPLE_FILE: '', SMTP_PORT: '' })).toMatchObject({
      peopleFile: undefined,
      smtpPort: 4102,
    });
  });

  it('names all faulty variables at once and prints no value', () => {
    const read = () =>
      readConfig({ SMTP_PORT: 'many', OPERATOR_CLIENT_SECRET: 'short', PORTAL_URLS: 'ftp://x' });
    expect(read).toThrow(/SMTP_PORT[^]*PORTAL_URLS[^]*OPERATOR_CLIENT_SECRET[^]*IDENTITY_API_SECRET/);
    expect(read).not.toThrow(/many|short|ftp:/);
  });
});
