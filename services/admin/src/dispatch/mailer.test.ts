import { expect, test } from 'vitest';
import { createMailer } from './mailer.ts';

const mail = {
  id: 'dlv_1',
  to: 'rosa@maple.test',
  subject: 'Your invite',
  text: 'Join',
  html: '<p>Join</p>',
  language: 'en',
};

test('a server that does not answer delays the mail, and the error names its address without the password', async () => {
  const mailer = createMailer('smtp://pas:secret-password@127.0.0.1:9', 'Maple <mail@maple.test>');
  const error = await mailer.send(mail).catch((thrown: unknown) => thrown as Error);
  mailer.close();
  expect(error).toMatchObject({ name: 'MessageDelayed', reason: 'mail_server_unavailable' });
  expect(String(error)).toMatch(/The mail server 127\.0\.0\.1:9 is unavailable: .*ECONNREFUSED/);
  expect(String(error)).not.toContain('secret-password');
});
