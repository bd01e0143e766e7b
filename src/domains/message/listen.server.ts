import pg from 'pg';
import { database } from '~/server/db.server';
import { log } from '~/server/log.server';

const AGAIN_MS = 1_000;
interface Listening {
  client: pg.Client | null;
  ended: boolean;
  told: (keys: string[]) => void;
  missed: () => void;
}
const shared = globalThis as { portalListening?: Listening | undefined };

/**
 * One connection per process hears what other processes announce (PostgreSQL only). `missed` runs after each (re)connection:
 * what was announced while it was down is not repeated.
 */
export function listenForOthers(told: (keys: string[]) => void, missed: () => void): void {
  if (shared.portalListening) return;
  const listening: Listening = { client: null, ended: false, told, missed };
  shared.portalListening = listening;
  void connect(listening);
}

export async function endListening(): Promise<void> {
  const listening = shared.portalListening;
  shared.portalListening = undefined;
  if (!listening) return;
  listening.ended = true;
  await listening.client?.end().catch(() => undefined);
}

async function connect(listening: Listening): Promise<void> {
  if (listening.ended) return;
  const { connectionString } = database().pool.options;
  const client = new pg.Client({ ...(connectionString ? { connectionString } : {}), keepAlive: true, application_name: 'trade-credit-portal messages' });
  let lost = false;
  const again = (error?: Error) => {
    if (lost || listening.ended) return;
    lost = true;
    if (error) log.warn({ err: error }, 'message announcements interrupted');
    client.end().catch(() => undefined);
    setTimeout(() => void connect(listening), AGAIN_MS).unref();
  };
  client.on('error', again);
  client.on('end', () => again());
  client.on('notification', ({ payload }) => listening.told((payload ?? '').split(',')));
  try {
    await client.connect();
    await client.query('listen portal_message');
    listening.client = client;
    if (listening.ended) await client.end();
    else listening.missed();
  } catch (error) {
    again(error as Error);
  }
}
