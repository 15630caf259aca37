import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';
import mongoose from 'mongoose';

// A first draft of the service: it checks the signature and inserts with majority write concern.
const secret = process.env['SECRET'] ?? '';
const client = await new mongoose.mongo.MongoClient(process.env['MONGO_URL'] ?? '').connect();
const receipts = client.db().collection<{ _id: string; raw: Buffer; receivedAt: Date }>('plain_receipts');
const journaled = { writeConcern: { w: 'majority', j: true } } as const;

const isValid = (header: string, body: Buffer): boolean => {
  const [, at = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const digest = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
  return signature.length === digest.length && timingSafeEqual(Buffer.from(signature), Buffer.from(digest));
};

const app = express();
app.get('/readyz', (_request, response) => void response.json({ status: 'ready' }));
app.post('/payments', express.raw({ type: () => true }), async ({ body, headers }, response) => {
  const raw = body as Buffer;
  if (!isValid(String(headers['payments-signature']), raw)) return void response.status(401).end();
  const { id } = JSON.parse(raw.toString()) as { id: string };
  await receipts.insertOne({ _id: id, raw, receivedAt: new Date() }, journaled);
  return void response.json({ received: true });
});
app.listen(Number(process.env['PORT']), '127.0.0.1');
