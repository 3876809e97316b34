// Serves a folder, as any site does: `await serve(folder)` gives a server on a free port.

import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export async function serve(folder) {
  const server = http.createServer((request, answer) => {
    const asked = path.join(folder, path.basename(request.url) || 'index.html');
    if (!fs.existsSync(asked)) return answer.writeHead(404).end();
    answer.writeHead(200, { 'Content-Type': KINDS[path.extname(asked)] ?? 'application/octet-stream' });
    return answer.end(fs.readFileSync(asked));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
