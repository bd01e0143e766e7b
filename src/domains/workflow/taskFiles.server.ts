import type { Me } from '~/portal/me';
import { FLOW_DONE, FLOW_TODO } from '~/portal/permissions';
import { attachmentsOf, defineAttachments, setAttachments } from '~/server/attachments.server';
import type { Tx } from '~/server/db.server';
import { Refusal, refuseField } from '~/shared/refusal';
import { found } from './taskInfo.server';

/** Files and signatures given with decisions are opened by whom the process concerns. */
const taskFiles = defineAttachments({
  type: 'approval',
  title: '审批',
  see: [FLOW_TODO, FLOW_DONE],
  edit: [],
  dealer: 'none',
  most: 300,
  find: async (tx, me, id) => {
    try {
      const { instance } = await found(tx, me, { id: '', instanceId: id });
      return { no: instance.subject_no, customerId: null };
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  },
});

/** A signature is a picture the person has just drawn: a colleague's, which they may well open, is not theirs to sign with. */
export async function refuseForeignSignature(tx: Tx, me: Me, key: string): Promise<void> {
  if (key === '') return;
  const own = await tx
    .selectFrom('stored_file')
    .select('key')
    .where('tenant_id', '=', me.tenantId)
    .where('key', '=', key)
    .where('owner_user', '=', me.accountId)
    .where('mime', 'like', 'image/%')
    .executeTakeFirst();
  if (!own) refuseField('signature', '请使用本人的手写签名');
}

/** Hangs files on the process; whoever names one must be able to open it. Answers them with their names. */
export async function keepFiles(tx: Tx, me: Me, instanceId: string, keys: readonly string[]): Promise<{ key: string; name: string }[]> {
  if (keys.length === 0) return [];
  const before = await attachmentsOf(tx, me, taskFiles, instanceId);
  await setAttachments(tx, me, { subject: taskFiles, id: instanceId, customerId: null }, [...before, ...keys.map((key) => ({ key }))]);
  const all = await attachmentsOf(tx, me, taskFiles, instanceId);
  return keys.flatMap((key) => all.filter((one) => one.key === key).map(({ name }) => ({ key, name })));
}
