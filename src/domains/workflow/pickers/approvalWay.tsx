import { late } from '~/ui/kit/late';
import { mountDialog } from '~/ui/kit/mountDialog';
import type { Action } from '~/ui/kit/types';

const WayDialog = late(() => import('./WayDialog'));

/** What the page of a document that is approved offers, by the kind of its approval: with whom it is, or while it may be submitted (`ahead`), who will be asked. */
export const approvalWay = (type: string, id: string, ahead = false): Action => ({
  label: '审批流程',
  onPress: () => mountDialog((close) => <WayDialog type={type} id={id} ahead={ahead} onClose={close} />),
});
