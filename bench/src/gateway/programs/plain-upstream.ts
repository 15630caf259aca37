import { createServer } from 'node:http';

/** A list of five rows, as the Admin API answers it. */
const rows = Array.from({ length: 5 }, (_empty, index) => ({
  id: `unit_01jd8q5m3k4n5p6q7r8s9t0v${index}w`,
  propertyId: 'prop_01jd8q5m3k4n5p6q7r8s9t0v1w',
  label: `Apt ${index + 1}B`,
  floor: String(index + 1),
  createdAt: '2030-01-01T00:00:00.000Z',
}));
const body = JSON.stringify({ units: rows, page: { limit: 5, nextCursor: null, hasMore: false } });

// Answers every request with the same small list, so that only the proxies before it are measured.
createServer({ keepAliveTimeout: 65_000, maxHeaderSize: 32_768 }, (request, response) => {
  // A body is read to its end first, as a service does.
  request.resume().once('end', () => {
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
    });
    response.end(body);
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');
