import type { Me } from '~/portal/me';
import { homeOf } from '~/portal/menu';
import { database } from '~/server/db.server';
import type { Request } from '~/server/serve.server';
import { changeSession, forgetSessions } from '~/server/session.server';
import { notFound, Refusal, SESSION_INVALID } from '~/shared/refusal';

/** From the next request on this session sees what the role would see; it can change nothing until it ends the preview. */
export async function startPreview(me: Me, roleId: string, request: Request): Promise<{ home: string }> {
  await database().inSystem(async (tx) => {
    const role = await tx.selectFrom('role').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', roleId).executeTakeFirst();
    if (!role) notFound('该角色');
    await changeSession(tx, sessionOf(request), { preview_role_id: roleId });
  });
  forgetSessions();
  return { home: homeOf(me) };
}

export async function endPreview(me: Me, request: Request): Promise<{ roleId: string }> {
  await database().inSystem((tx) => changeSession(tx, sessionOf(request), { preview_role_id: null }));
  forgetSessions();
  return { roleId: me.preview?.roleId ?? '' };
}

function sessionOf(request: Request): string {
  if (!request.sessionHash) throw new Refusal(SESSION_INVALID, '登录已失效，请重新登录');
  return request.sessionHash;
}
