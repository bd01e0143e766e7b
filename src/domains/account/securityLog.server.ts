import { isIPv4 } from 'node:net';
import { sql } from 'kysely';
import { hashToken, newToken } from '~/server/context.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { refuseOrder } from '~/server/list.server';
import { forgetRows } from '~/server/retention.server';
import type { Request } from '~/server/serve.server';
import type { Page } from '~/shared/page';
import type { PageQuery } from '~/shared/page.schema';
import { deviceName } from './device';

const DAY_MS = 86_400_000;
/** Networks not seen for this long count as strange again. */
const NETWORK_MEMORY_MS = 90 * DAY_MS;

export interface Known {
  newDevice: boolean;
  newNetwork: boolean;
}
const nothingNew: Known = { newDevice: false, newNetwork: false };

/** Writes down what happened to an account, for its owner to read. */
export async function recordEvent(tx: Tx, accountId: string, kind: string, request: Request, detail = '', known: Known = nothingNew): Promise<void> {
  await tx
    .insertInto('security_event')
    .values({
      id: newId(),
      account_id: accountId,
      kind,
      detail,
      address: request.address,
      agent: request.agent,
      new_device: known.newDevice,
      new_network: known.newNetwork,
      at: request.now,
    })
    .execute();
}

/**
 * The device behind a login, met for the first time or again, and whether the login comes from a network this account was not seen on
 * lately. A first login ever surprises nobody.
 */
export async function meetDevice(tx: Tx, accountId: string, request: Request): Promise<Known & { device: string }> {
  const before = await tx
    .selectFrom('security_event')
    .select(['address', 'at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'LOGIN')
    .orderBy('at', 'desc')
    .limit(200)
    .execute();
  const device = request.device ?? giveDevice(request);
  const known = await tx
    .insertInto('device')
    .values({ account_id: accountId, device_hash: device, first_at: request.now, last_at: request.now })
    .onConflict((on) => on.columns(['account_id', 'device_hash']).doUpdateSet({ last_at: request.now }))
    .returning('first_at')
    .executeTakeFirstOrThrow();
  if (before.length === 0) return { device, ...nothingNew };
  const since = request.now.getTime() - NETWORK_MEMORY_MS;
  const network = networkOf(request.address);
  return {
    device,
    newDevice: known.first_at.getTime() === request.now.getTime(),
    newNetwork: network !== '' && !before.some((one) => one.at.getTime() > since && networkOf(one.address) === network),
  };
}

function giveDevice(request: Request): string {
  request.newDevice ??= newToken();
  return hashToken(request.newDevice);
}

/** The part of an address that stays when a router gets a new one: /16 of IPv4, /32 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv4(plain) ? plain.split('.').slice(0, 2).join('.') : plain.split(':').slice(0, 2).join(':');
}

/** The account's own log, newest first. */
export async function listEvents(tx: Tx, accountId: string, query: PageQuery & { kind: string }) {
  refuseOrder(query);
  let rows = tx.selectFrom('security_event').where('account_id', '=', accountId);
  if (query.kind) rows = rows.where('kind', '=', query.kind);
  const { n } = await rows.select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n')).executeTakeFirstOrThrow();
  const found = await rows
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize)
    .execute();
  const pagedRecords = found.map((row) => ({
    id: row.id,
    kind: row.kind,
    detail: row.detail,
    address: row.address,
    device: deviceName(row.agent),
    newDevice: row.new_device,
    newNetwork: row.new_network,
    at: row.at,
  }));
  return { pagedRecords, pageNo: query.pageNo, totalCount: n } satisfies Page<unknown>;
}

/** A device that did not come back for as long as its cookie lives is met anew. */
export const forgetDevices = (tx: Tx, before: Date, most: number): Promise<number> => forgetRows(tx, 'device', sql<boolean>`last_at < ${before}`, most);
export const forgetEvents = (tx: Tx, before: Date, most: number): Promise<number> => forgetRows(tx, 'security_event', sql<boolean>`at < ${before}`, most);
