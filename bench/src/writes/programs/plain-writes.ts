import { randomUUID } from 'node:crypto';
import express, { type Request } from 'express';
import mongoose from 'mongoose';

// A first draft of the service: libraries with their defaults, three documents, one transaction, one index each.
const settings = { versionKey: false } as const;
const now = { type: Date, required: true } as const;
const text = { type: String, required: true } as const;

const unitSchema = new mongoose.Schema(
  {
    _id: text,
    tenantId: text,
    propertyId: text,
    label: text,
    labelKey: text,
    floor: { type: String, default: null },
    externalId: { type: String, default: null },
    occupancy: text,
    searchWords: [String],
    isLive: { type: Boolean, default: true },
    deletedAt: { type: Date, default: null },
    createdAt: now,
    updatedAt: now,
    version: { type: Number, default: 1 },
  },
  settings,
);
unitSchema.index({ tenantId: 1, propertyId: 1, labelKey: 1 }, { unique: true });

const outboxSchema = new mongoose.Schema(
  {
    _id: text,
    environment: text,
    subject: text,
    tenantId: text,
    envelope: { type: Object, required: true },
    state: text,
    leaseId: { type: String, default: null },
    lockUntil: now,
    createdAt: now,
    sentAt: { type: Date, default: null },
  },
  settings,
);
outboxSchema.index({ state: 1, lockUntil: 1 });

const countSchema = new mongoose.Schema(
  { _id: text, tenantId: text, rowsOf: text, isBase: Boolean, rows: Number, deletes: Number, moves: Number },
  settings,
);
countSchema.index({ tenantId: 1, rowsOf: 1 });

const Unit = mongoose.model('Unit', unitSchema, 'units');
const Outbox = mongoose.model('Outbox', outboxSchema, 'outbox');
const Count = mongoose.model('Count', countSchema, 'row_counts');

const tenantId = 'ten_01kb3rt9d5e0p8m6q2v7x4hzjn';

interface NewUnit {
  propertyId: string;
  label: string;
}

/** Returns an event about as large as that of an audited creation. */
function envelopeOf(unit: { _id: string; propertyId: string; label: string; labelKey: string }, time: Date) {
  const { _id: id, propertyId, label, labelKey } = unit;
  const changes = Object.entries({ propertyId, label, labelKey, floor: null, externalId: null });
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: 'admin',
    type: 'pas.v1.audit.record.submitted',
    subject: id,
    time: time.toISOString(),
    datacontenttype: 'application/json',
    tenantid: tenantId,
    correlationid: randomUUID(),
    traceparent: `00-${randomUUID().replaceAll('-', '')}-00f067aa0ba902b7-01`,
    data: {
      action: 'unit.created',
      outcome: 'SUCCESS',
      actor: { type: 'API_KEY', id: 'key_01kb3rt9d5e0p8m6q2v7x4hzjn', name: 'Local system' },
      targets: [{ type: 'unit', id }],
      changes: changes.map(([path, after]) => ({ path, before: null, after })),
      propertyIds: [propertyId],
      context: {
        ip: '127.0.0.1',
        userAgent: null,
        correlationId: randomUUID(),
        environment: 'DEV',
        service: 'admin',
      },
      occurredAt: time.toISOString(),
    },
  };
}

const app = express();
app.use(express.json());
app.get('/readyz', (_request, response) => void response.json({ status: 'ready' }));
app.post('/units', async ({ body }: Request<object, unknown, NewUnit>, response) => {
  const { propertyId, label } = body;
  const createdAt = new Date();
  const labelKey = label.toUpperCase().replaceAll(' ', '');
  const stamps = { createdAt, updatedAt: createdAt };
  const unit = { _id: `unit_${randomUUID()}`, tenantId, propertyId, label, labelKey, occupancy: 'VACANT' };
  const envelope = envelopeOf(unit, createdAt);
  const event = { _id: envelope.id, environment: 'DEV', subject: envelope.type, tenantId, envelope };
  const count = {
    _id: randomUUID(),
    tenantId,
    rowsOf: 'units',
    isBase: false,
    rows: 1,
    deletes: 0,
    moves: 0,
  };
  const session = await mongoose.startSession();
  try {
    await session.withTransaction(
      async () => {
        await Unit.insertMany([{ ...unit, searchWords: [labelKey], ...stamps }], { session });
        await Outbox.insertMany([{ ...event, state: 'new', lockUntil: createdAt, createdAt }], { session });
        await Count.insertMany([count], { session });
      },
      { writeConcern: { w: 'majority', j: true } },
    );
  } finally {
    await session.endSession();
  }
  response.status(201).json({ unit: { id: unit._id, propertyId, label, labelKey, createdAt } });
});

await mongoose.connect(process.env['MONGO_URL'] ?? '');
await Promise.all([Unit.init(), Outbox.init(), Count.init()]);
app.listen(Number(process.env['PORT']), '127.0.0.1');
