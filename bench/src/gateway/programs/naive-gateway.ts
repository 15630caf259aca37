import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { destination, pino } from 'pino';
import { findKey, uses } from './find-key.ts';
import { signAssertion } from './sign-assertion.ts';

// A gateway with the features of the system's gateway, but without caches. Each request looks up the key, signs the
// assertion and stores the use.
const log = pino(destination({ dest: 1, sync: true }));
const app = express();
app.get('/readyz', (_request, response) => void response.json({ status: 'ready' }));
app.use(async (request, response, next) => {
  const { authorization, 'x-admin-env': environment } = request.headers;
  const record = await findKey(authorization);
  if (!record) return void response.sendStatus(401);
  if (typeof environment !== 'string' || !record.environments.includes(environment))
    return void response.sendStatus(403);
  await uses.updateOne({ _id: record._id }, { $inc: { requests: 1 } }, { upsert: true });
  request.headers['x-pas-assertion'] = await signAssertion(record, environment);
  delete request.headers.authorization;
  response.on('finish', () => log.info({ path: request.url, status: response.statusCode }, 'request'));
  return next();
});
app.use(createProxyMiddleware({ target: process.env['UPSTREAM_URL'] ?? '' }));
app.listen(Number(process.env['PORT']), '127.0.0.1');
