import type { Tx } from '~/server/db.server';
import { fingerprint, seal } from '~/server/secrets.server';
import type { Request } from '~/server/serve.server';
import { refuse } from '~/shared/refusal';
import { recordEvent } from '../securityLog.server';
import { takeTicket } from '../ticket.server';
import { providerNames } from './scan';
import type { Provider } from './scan.schema';
import type { Scanned } from './vendors.server';

const useOf = (provider: Provider): string => `account_binding.subject/${provider}`;
const hashOf = (provider: Provider, subject: string): string => fingerprint(useOf(provider), subject);

/** A scan nobody is bound to yet, as its ticket keeps it. */
export interface UnboundScan extends Scanned {
  provider: Provider;
}

export async function accountOfScan(tx: Tx, provider: Provider, subject: string): Promise<string | null> {
  const found = await tx
    .selectFrom('account_binding')
    .select('account_id')
    .where('provider', '=', provider)
    .where('subject_hash', '=', hashOf(provider, subject))
    .executeTakeFirst();
  return found?.account_id ?? null;
}

/** One WeChat or DingTalk person opens one account, and an account has one of each. */
export async function bindScan(tx: Tx, accountId: string, { provider, subject, nickname }: UnboundScan, request: Request): Promise<void> {
  const name = providerNames[provider];
  const bound = await tx
    .insertInto('account_binding')
    .values({
      account_id: accountId,
      provider,
      subject_hash: hashOf(provider, subject),
      subject: seal(useOf(provider), subject),
      nickname,
      bound_at: request.now,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (!bound.numInsertedOrUpdatedRows) {
    const owner = await accountOfScan(tx, provider, subject);
    if (owner === accountId) return;
    refuse('ACCOUNT_RULE', owner ? `该${name}已绑定其他账号，请先在原账号解绑` : `当前账号已绑定其他${name}，请先解绑`);
  }
  await recordEvent(tx, accountId, 'BOUND', request, nickname ? `${name}（${nickname}）` : name);
}

/** Binds a scan from before this login; an old ticket, or a scan bound elsewhere meanwhile, does not hold up the login. */
export async function attachScan(tx: Tx, accountId: string, token: string, request: Request): Promise<void> {
  const ticket = await takeTicket<UnboundScan>(tx, 'SCAN_UNBOUND', token, request.now);
  if (!ticket) return;
  const { provider, subject } = ticket.data;
  const taken = await tx
    .selectFrom('account_binding')
    .select('account_id')
    .where('provider', '=', provider)
    .where((or) => or.or([or('account_id', '=', accountId), or('subject_hash', '=', hashOf(provider, subject))]))
    .executeTakeFirst();
  if (!taken) await bindScan(tx, accountId, ticket.data, request);
}

export async function unbindScan(tx: Tx, accountId: string, provider: Provider, request: Request): Promise<void> {
  const gone = await tx
    .deleteFrom('account_binding')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .returning('nickname')
    .executeTakeFirst();
  if (gone) await recordEvent(tx, accountId, 'UNBOUND', request, providerNames[provider]);
}
