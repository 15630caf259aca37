import { randomUUID } from 'node:crypto';
import express, { type Request } from 'express';
import mongoose from 'mongoose';
import { connect } from 'nats';

// A first draft of the service: libraries with their defaults, no authentication, one transaction for each decision.
const settings = { versionKey: false } as const;
const text = { type: String, required: true } as const;
const rule = { name: text, passed: Boolean, message: text };

const Door = mongoose.model(
  'Door',
  new mongoose.Schema({ _id: text, propertyId: text, ref: text, openSeconds: Number }, settings),
);
const Person = mongoose.model(
  'Person',
  new mongoose.Schema({ _id: text, propertyIds: [String], status: text }, settings),
);
const passSchema = new mongoose.Schema(
  { _id: text, doorId: text, pin: text, startsAt: Date, endsAt: Date, uses: Number },
  settings,
);
passSchema.index({ doorId: 1, pin: 1 }, { unique: true });
const Pass = mongoose.model('Pass', passSchema);
const Attempt = mongoose.model(
  'Attempt',
  new mongoose.Schema(
    { _id: text, doorId: text, subject: text, status: text, expiresAt: Date, endedAt: Date, createdAt: Date },
    settings,
  ),
);
const eventSchema = new mongoose.Schema(
  {
    _id: text,
    doorId: text,
    propertyId: text,
    subject: text,
    decision: text,
    reason: text,
    method: text,
    rules: [rule],
    occurredAt: Date,
  },
  settings,
);
eventSchema.index({ doorId: 1, occurredAt: -1 });
const AccessEvent = mongoose.model('AccessEvent', eventSchema);

const nats = await connect({
  servers: new URL(process.env['NATS_URL'] ?? '').host,
  user: decodeURIComponent(new URL(process.env['NATS_URL'] ?? '').username),
  pass: decodeURIComponent(new URL(process.env['NATS_URL'] ?? '').password),
});

/** Runs work in a transaction with majority write concern. */
async function inTransaction(work: (session: mongoose.ClientSession) => Promise<unknown>): Promise<void> {
  const session = await mongoose.startSession();
  try {
    await session.withTransaction(() => work(session), { writeConcern: { w: 'majority', j: true } });
  } finally {
    await session.endSession();
  }
}

function granted(door: { _id: string; propertyId: string }, subject: string, method: string) {
  const rules = ['door_in_service', 'person_admitted', 'current_residence'];
  return {
    _id: randomUUID(),
    doorId: door._id,
    propertyId: door.propertyId,
    subject,
    decision: 'GRANTED',
    reason: 'current_residence',
    method,
    rules: rules.map((name) => ({ name, passed: true, message: 'The rule allows the access.' })),
    occurredAt: new Date(),
  };
}

const app = express();
app.use(express.json());
app.get('/readyz', (_request, response) => void response.json({ status: 'ready' }));

app.post('/doors/:id/unlock', async (request, response) => {
  const [person, door] = await Promise.all([
    Person.findById(request.get('x-person')).lean(),
    Door.findById(request.params.id).lean(),
  ]);
  if (!person || !door || !person.propertyIds.includes(door.propertyId)) {
    response.status(404).json({ code: 'not_found' });
    return;
  }
  const attempt = { _id: randomUUID(), doorId: door._id, subject: person._id, status: 'PENDING' };
  const expiresAt = new Date(Date.now() + 10_000);
  await inTransaction(async (session) => {
    await Attempt.insertMany([{ ...attempt, expiresAt, createdAt: new Date() }], { session });
    await AccessEvent.insertMany([granted(door, person._id, 'APP')], { session });
  });
  const { openSeconds } = door;
  const command = { attemptId: attempt._id, accessPointId: door._id, openSeconds, expiresAt };
  const subject = `pas.v1.doors.${door.ref}.unlock`;
  const answer = await nats.request(subject, JSON.stringify(command), { timeout: 10_000 });
  const { result } = answer.json<{ result: string }>();
  const status = result === 'opened' ? 'SUCCEEDED' : 'FAILED';
  await Attempt.updateOne({ _id: attempt._id }, { $set: { status, endedAt: new Date() } });
  response.json({ attempt: { ...attempt, status, expiresAt } });
});

app.post('/verify', async ({ body }: Request<object, unknown, { doorId: string; pin: string }>, response) => {
  const { doorId, pin } = body;
  const [door, pass] = await Promise.all([
    Door.findById(doorId).lean(),
    Pass.findOne({ doorId, pin, startsAt: { $lte: new Date() }, endsAt: { $gt: new Date() } }).lean(),
  ]);
  if (!door || !pass) {
    response.status(403).json({ code: 'access_denied' });
    return;
  }
  await inTransaction(async (session) => {
    await Pass.updateOne({ _id: pass._id }, { $inc: { uses: 1 } }, { session });
    await AccessEvent.insertMany([granted(door, pass._id, 'PIN')], { session });
  });
  response.json({ verification: { doorId, passId: pass._id, openSeconds: door.openSeconds } });
});

await mongoose.connect(process.env['MONGO_URL'] ?? '');
await Promise.all([Door, Person, Pass, Attempt, AccessEvent].map((model) => model.init()));
const [propertyId, day] = ['property-1', 86_400_000];
const numbers = Array.from({ length: 64 }, (_, index) => index);
await Door.insertMany([{ _id: 'door-1', propertyId, ref: process.env['DOOR_REF'], openSeconds: 5 }]);
await Person.insertMany(
  numbers.map((index) => ({ _id: `person-${index}`, propertyIds: [propertyId], status: 'ACTIVE' })),
);
await Pass.insertMany(
  numbers.map((index) => ({
    _id: `pass-${index}`,
    doorId: 'door-1',
    pin: String(100_000 + index),
    startsAt: new Date(Date.now() - day),
    endsAt: new Date(Date.now() + day),
    uses: 0,
  })),
);
app.listen(Number(process.env['PORT']), '127.0.0.1');
