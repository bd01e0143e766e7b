import { Ask, Transfer } from '~/domains/workflow/approval';
import { Ref } from '../form/orderInput';

export {
  AnswerInput,
  type ApprovalTask,
  answers,
  blockedBy,
  Colleagues,
  ColleaguesInput,
  holderOf,
  isWaiting,
  spent,
  stateOf,
  taskKinds,
} from '~/domains/workflow/approval';

export const TransferInput = Ref.extend(Transfer.shape);
export const AskInput = Ref.extend(Ask.shape);
