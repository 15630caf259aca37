import { createServer } from 'node:http';
import mongoose from 'mongoose';
import { connect } from 'nats';

// A process that does nothing, with a client of each store open and set to its defaults.
const { host, username, password } = new URL(process.env['NATS_URL'] ?? '');
await mongoose.connect(process.env['MONGO_URL'] ?? '');
await connect({ servers: host, user: username, pass: password });
createServer((_request, response) => response.end('ready')).listen(Number(process.env['PORT']), '127.0.0.1');
