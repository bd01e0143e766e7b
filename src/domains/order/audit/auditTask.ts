import { Ask, Transfer } from '~/domains/workflow/approval.schema';
import { Ref } from '../form/orderInput.schema';

export { answers, blockedBy, holderOf, isWaiting, spent, stateOf, taskKinds } from '~/domains/workflow/approval';
export { AnswerInput, type ApprovalTask, Colleagues, ColleaguesInput } from '~/domains/workflow/approval.schema';

export const TransferInput = Ref.extend(Transfer.shape);
export const AskInput = Ref.extend(Ask.shape);
