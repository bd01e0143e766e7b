import { type Confirmed, confirm } from './confirm';
import { toast } from './toast';

interface Step {
  label: string;
  /** The person must say why. */
  reason: boolean;
}

/** Asks before a step of a document's states, for its reason too where it has to have one. */
export const confirmStep = ({ label, reason }: Step, { title, body, danger }: { title: string; body: string; danger: boolean }): Promise<Confirmed> =>
  confirm({ title, body, ok: label, tone: danger ? 'danger' : 'primary', ...(reason ? { reason: { label: '原因', max: 200 } } : {}) });

/** Asks, deletes and says so. Answers whether it was deleted. */
export async function deleteAsked({ what, body, remove }: { what: string; body?: string; remove: () => Promise<unknown> }): Promise<boolean> {
  if (!(await confirm({ title: `删除${what}？`, ...(body ? { body } : {}), tone: 'danger', ok: '删除' }))) return false;
  await remove();
  toast('已删除', 'ok');
  return true;
}
