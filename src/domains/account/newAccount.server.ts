import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { refuseField } from '~/shared/refusal';
import { isStrongPassword } from './account';

/** An account for a mobile number that has none; of two people who take the same one at once, the second hears so. */
export async function makeAccount(
  tx: Tx,
  account: { mobile: string; name: string; userType: 1 | 2; password: string; passwordHash: string },
  now: Date,
): Promise<string> {
  const id = newId();
  const row = tx.insertInto('account').values({
    id,
    login_account: account.mobile,
    mobile: account.mobile,
    name: account.name,
    user_type: account.userType,
    password_hash: account.passwordHash,
    password_strong: isStrongPassword(account.password, account.mobile),
    password_changed_at: now,
  });
  await orRefuse(row.execute(), { taken: refuseRegistered });
  return id;
}

export function refuseRegistered(): never {
  return refuseField('mobile', '该手机号已注册，请直接登录');
}

/** Somebody of a factory acts for customers too from now on. */
export async function letActForCustomers(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.updateTable('account').set({ user_type: 3, updated_at: now }).where('id', '=', accountId).where('user_type', '=', 1).execute();
}

/** No hash of any password: nobody logs in by it. */
const NO_PASSWORD = '!';

/** The account of a name that nobody can log in to, made when first needed and put right whenever somebody changed it. */
export async function accountWithoutLogin(tx: Tx, { login, name }: { login: string; name: string }): Promise<string> {
  const account = await tx
    .insertInto('account')
    .values({ id: newId(), login_account: login, mobile: login, name, user_type: 1, password_hash: NO_PASSWORD })
    .onConflict((on) => on.column('login_account').doUpdateSet({ status: 'ACTIVE', password_hash: NO_PASSWORD, name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return account.id;
}
