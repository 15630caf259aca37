import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';
import mongoose from 'mongoose';

// A first draft of the service: a call is one row that each callback updates. It has no receipts, events, audit, repeats
// or limits.
const token = process.env['SECRET'] ?? '';
const publicUrl = process.env['PUBLIC_URL'] ?? '';
const client = await new mongoose.mongo.MongoClient(process.env['MONGO_URL'] ?? '').connect();
const system = client.db(process.env['CORE'] ?? '');
const calls = client.db().collection<{ _id: string; unitId: string; status: string }>('plain_calls');
const opened = client.db().collection('plain_access_events');
const journaled = { writeConcern: { w: 'majority', j: true } } as const;

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?><Response>${body}</Response>`;

function isSigned(url: string, fields: Record<string, string>, signature: string): boolean {
  const text = Object.keys(fields)
    .toSorted()
    .reduce((signed, name) => signed + name + (fields[name] ?? ''), publicUrl + url);
  const digest = createHmac('sha1', token).update(text).digest('base64');
  return digest.length === signature.length && timingSafeEqual(Buffer.from(digest), Buffer.from(signature));
}

async function ring(unitId: unknown, index: number): Promise<string> {
  const filter = { 'residences.unitId': unitId, isLive: true };
  const users = await system.collection('users').find(filter).sort({ 'residences.startsAt': 1 }).toArray();
  const phone = String(users[index]?.['phone'] ?? '');
  const url = `${publicUrl}/telephony-a/voice/whisper?leg=${index}`;
  return xml(
    `<Dial action="${publicUrl}/telephony-a/voice/dial?step=${index}"><Number url="${url}">${phone}</Number></Dial>`,
  );
}

async function begin({ CallSid: _id = '', To }: Record<string, string>): Promise<string> {
  const number = await system.collection('virtual_numbers').findOne({ number: To, isInService: true });
  const unitId = String(number?.['unitId']);
  await calls.insertOne({ _id, unitId, status: 'RINGING' }, journaled);
  return ring(unitId, 0);
}

async function advance(fields: Record<string, string>): Promise<string> {
  const { DialCallStatus, Digits, ParentCallSid, CallSid = '' } = fields;
  const _id = ParentCallSid ?? CallSid;
  const call = await calls.findOne({ _id });
  if (DialCallStatus === 'no-answer') return ring(call?.unitId, 1);
  if (Digits !== undefined) {
    await calls.updateOne({ _id }, { $set: { status: 'OPENED' } }, journaled);
    await opened.insertOne({ callId: _id, at: new Date() }, journaled);
    return xml('<Say>The door is opening.</Say><Hangup/>');
  }
  if (ParentCallSid !== undefined)
    return xml(`<Gather action="${publicUrl}/telephony-a/voice/gather?leg=1"/><Hangup/>`);
  await calls.updateOne({ _id }, { $set: { status: 'COMPLETED' } }, journaled);
  return xml('<Hangup/>');
}

const app = express();
app.get('/readyz', (_request, response) => void response.json({ status: 'ready' }));
app.post('/telephony-a/*path', express.urlencoded({ extended: false }), async (request, response) => {
  const fields = request.body as Record<string, string>;
  if (!isSigned(request.originalUrl, fields, request.get('x-telephony-a-signature') ?? ''))
    return void response.status(401).end();
  const isNew = request.path.endsWith('/voice');
  return void response.type('text/xml').send(isNew ? await begin(fields) : await advance(fields));
});
app.listen(Number(process.env['PORT']), '127.0.0.1');
