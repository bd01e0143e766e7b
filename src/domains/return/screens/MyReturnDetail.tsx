import { useState } from 'react';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { href } from '~/portal/href';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Alert } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { StatusTag } from '~/ui/values/StatusTag';
import { dealerCancels, returnStates } from '../returns';
import { cancelDialog, submitDialog, withdrawDialog } from './actions';
import { dealerSide as side } from './perspective';
import { Basics, Events, factsOf, Lines, type Return, ReturnSteps, Split } from './ReturnSections';

const SendDialog = late(() => import('./SendDialog'));

/** A return as its dealer follows it. */
export default function MyReturnDetail({ first }: { first: Return }) {
  const [sending, setSending] = useState(false);
  const { status } = first;
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const back = first.type !== 'REFUND_ONLY';
  return (
    <DetailPage
      title="退货单"
      no={first.no}
      status={<StatusTag status={status} names={returnStates} />}
      backHref={`${side.base}/list`}
      steps={<ReturnSteps doc={first} />}
      facts={factsOf(first)}
      actions={[
        status === 'DRAFT' && { label: '补充信息', href: href(`${side.base}/create`, { id: first.id }) },
        status === 'DRAFT' && { label: '提交', tone: 'primary', onPress: () => again(submitDialog(side, first)) },
        status === 'PENDING_AUDIT' && { label: '撤回修改', onPress: () => again(withdrawDialog(side, first)) },
        back && status === 'WAIT_BACK' && { label: '填写寄回物流', tone: 'primary', onPress: () => setSending(true) },
        back && status === 'WAIT_RECEIVE' && { label: '更正物流', onPress: () => setSending(true) },
        dealerCancels.includes(status) && { label: '取消', tone: 'danger', onPress: () => again(cancelDialog(side, first)) },
      ]}
    >
      {status === 'DRAFT' && first.source === 'SIGNING' && <Alert tone="warn">签收时有拒收或破损，系统已为您生成退货单，请补充说明和照片后提交。</Alert>}
      {status === 'WAIT_BACK' && <Alert tone="info">厂家已同意退货，请把货物寄回，并填写物流公司和单号。</Alert>}
      {first.closeReason && (
        <Alert tone="warn">
          {returnStates[status]}，原因：{first.closeReason}
        </Alert>
      )}
      <Basics doc={first} side={side} />
      <Lines doc={first} />
      <Split doc={first} />
      <DetailSection title="图片与附件">
        <AttachmentPanel type="return_order" subjectId={first.id} />
      </DetailSection>
      <Events doc={first} />
      {sending && <SendDialog doc={first} side={side} onClose={() => setSending(false)} onDone={() => location.reload()} />}
    </DetailPage>
  );
}
