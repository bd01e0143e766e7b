import { AttachmentRows } from '~/domains/file/pickers/AttachmentRows';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { arriving } from '~/ui/arriving';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Alert } from '~/ui/kit/Feedback';
import { Timeline } from '~/ui/kit/Timeline';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { billingStates, redReasons, wasIssued } from '../billing';
import type { myBillingDetail } from '../calls';
import { ChainSection, InvoicesSection, LinesSection, RatesSection } from './BillingSections';
import { KindTag, Signed } from './billingCells';

type Doc = AnswerOf<typeof myBillingDetail>;
const D = '/portal/supplyChain/dealer';

/** A dealer follows its application and downloads what was issued. */
export default function MyBillingDetail({ first }: { first: Doc }) {
  const cancel = async () => {
    if (await (await arriving(import('./actions'))).cancelDialog(first)) location.reload();
  };
  return (
    <DetailPage
      title={first.direction === 'RED' ? '红字发票' : '开票申请'}
      no={first.no}
      status={<StatusTag status={first.status} names={billingStates} />}
      facts={[
        { label: '价税合计', value: <Signed value={first.amount} direction={first.direction} sign /> },
        { label: '税额', value: <Signed value={first.tax} direction={first.direction} sign /> },
        { label: '关联订单', value: `${first.orderNos.length}张` },
      ]}
      actions={[first.status === 'PENDING_AUDIT' && first.mine && { label: '撤回', onPress: cancel }]}
      backHref={`${D}/billing/list`}
    >
      {first.reason && (
        <Alert tone="warn" title={`${billingStates[first.status]}的原因`}>
          {first.reason}
        </Alert>
      )}
      <InvoicesSection doc={first} />
      <DetailSection title="发票文件">
        {first.files.length ? (
          <AttachmentRows files={first.files} />
        ) : (
          <p className="text-ink-3">{wasIssued(first.status) ? '厂家还没有上传发票文件，可凭发票号码在电子税务局下载' : '开出后可在这里下载'}</p>
        )}
      </DetailSection>
      <DetailSection title="抬头信息">
        <Descriptions
          items={[
            { label: '发票类型', value: <KindTag kind={first.kind} direction={first.direction} /> },
            { label: '开票抬头', value: first.title },
            { label: '税号', value: first.taxNo },
            { label: '开户行', value: first.bank },
            { label: '银行账号', value: first.bankAccount },
            { label: '注册地址', value: first.address },
            { label: '注册电话', value: first.phone },
            { label: '收票邮箱', value: first.email },
            first.redReason !== null && { label: '红冲原因', value: redReasons[first.redReason] },
            { label: '申请人', value: first.creator },
            { label: '备注', value: first.remark },
          ]}
        />
      </DetailSection>
      <LinesSection doc={first} orderHref={(id) => href(`${D}/order/detail`, { id })} />
      <RatesSection doc={first} />
      <ChainSection doc={first} detailHref={(id) => href(`${D}/billing/detail`, { id })} />
      <DetailSection title="进度">
        <Timeline items={first.steps.map((one) => ({ title: one.action, time: <DateTime value={one.at} /> }))} />
      </DetailSection>
    </DetailPage>
  );
}
