import { Agent, request } from 'node:http';

export interface Shot {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Figures {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  errors: number;
}

/** A process just started still interprets most of its code; one that has served for a few seconds does not. */
const WARM_UP_MS = 3000;

/** Closed-loop load on one local port: `connections` clients, each waiting for its answer; warm-up is not counted. Milliseconds. */
export async function load(
  port: number,
  connections: number,
  seconds: number,
  shot: (n: number) => Shot,
  ok: (body: string, status: number) => boolean,
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let errors = 0;
  let n = 0;
  const begin = performance.now();
  const measureFrom = begin + WARM_UP_MS;
  const end = measureFrom + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      const { status, body } = await fire(agent, port, shot(n++));
      if (!ok(body, status)) {
        if (errors === 0) console.log(`    refused: ${status} ${body.slice(0, 200)}`);
        errors += 1;
      }
      if (started >= measureFrom) times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { perSecond: Math.round(times.length / seconds), p50: at(0.5), p95: at(0.95), p99: at(0.99), errors };
}

export function fire(
  agent: Agent | undefined,
  port: number,
  { method, path, headers, body }: Shot,
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        method,
        path,
        headers: { ...headers, ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}) },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString(), headers: answer.headers }));
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
