import { Duplex } from 'node:stream';
import { DATABASE_UNAVAILABLE, databaseError } from './errors.server';

/** What the stream needs of the embedded engine: one session at a time, bytes of the PostgreSQL protocol in and out. */
export interface Session {
  send(bytes: Uint8Array, onData: (bytes: Uint8Array) => void): Promise<void>;
}

/** After one of these the server answers: Sync, Query, Flush, copy data, copy done, copy fail, Terminate. */
const BOUNDARIES = new Set([...'SQHdcfX'].map((letter) => letter.charCodeAt(0)));
const TERMINATE = 'X'.charCodeAt(0);

/** The socket `pg` talks to, answered by the embedded engine. Collects what `pg` writes up to the end of a batch. */
export function engineStream(openSession: () => Promise<Session>): Duplex {
  let session: Session | undefined;
  let waiting: Buffer = Buffer.alloc(0);
  let started = false;

  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      const { end, terminate } = lastBoundary(waiting, started);
      if (end === 0) return done();
      const batch = Uint8Array.from(waiting.subarray(0, end));
      waiting = waiting.subarray(end);
      started = true;
      if (terminate) stream.push(null);
      if (!session) return done(databaseError(DATABASE_UNAVAILABLE, 'the embedded database is not connected'));
      session
        .send(batch, (bytes) => stream.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
        .then(
          () => done(),
          (error: Error) => done(error),
        );
    },
    final(done) {
      stream.push(null);
      done();
    },
  });

  const chain = () => stream;
  return Object.assign(stream, {
    connect() {
      openSession().then(
        (opened) => {
          session = opened;
          stream.emit('connect');
        },
        (error: Error) => stream.destroy(error),
      );
      return stream;
    },
    setNoDelay: chain,
    setKeepAlive: chain,
    setTimeout: chain,
    ref: chain,
    unref: chain,
  });
}

/** How many bytes end in a whole message the server answers to; 0 when more must come. */
export function lastBoundary(bytes: Buffer, started: boolean): { end: number; terminate: boolean } {
  let at = 0;
  let end = 0;
  let terminate = false;
  if (!started) {
    if (bytes.length < 4 || bytes.length < bytes.readUInt32BE(0)) return { end, terminate };
    at = end = bytes.readUInt32BE(0);
  }
  while (bytes.length >= at + 5) {
    const next = at + 1 + bytes.readUInt32BE(at + 1);
    if (next > bytes.length) break;
    if (BOUNDARIES.has(bytes[at] as number)) end = next;
    terminate = bytes[at] === TERMINATE;
    at = next;
  }
  return { end, terminate };
}
