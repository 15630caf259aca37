import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

// A first draft of a proxy: both libraries with their defaults.
const target = process.env['UPSTREAM_URL'] ?? '';
const app = express();
app.use(createProxyMiddleware({ target }));
app.listen(Number(process.env['PORT']), '127.0.0.1');
