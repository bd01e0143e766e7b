import { useState } from 'react';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { accountName } from '~/domains/finance/pickers/accountName';
import { href } from '~/portal/href';
import { FUND_ENTER, FUND_WRITE_OFF } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { Tag } from '~/ui/kit/Tag';
import { DateTime } from '~/ui/values/DateTime';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { receivableDetail } from '../calls';
import { receivableSources, receivableStates } from '../receivable';
import { ReceiptDialog } from './ReceiptDialog';
import { tailDialog } from './receivableActions';

type First = AnswerOf<typeof receivableDetail>;
const F = '/portal/supplyChain/factory';
const R = `${F}/finance/receivables`;

export default function ReceivableDetail({ first }: { first: First }) {
  const [canEnter, canWriteOff] = [useCan(FUND_ENTER), useCan(FUND_WRITE_OFF)];
  const [receiving, setReceiving] = useState(false);
  const isOpen = Number(first.open) > 0 && first.status !== 'REVERSED';
  return (
    <DetailPage
      title="应收单"
      no={first.no}
      status={<StatusTag status={first.status} names={receivableStates} />}
      backHref={`${R}/receivablesBookList`}
      facts={[
        { label: '应收金额(元)', value: <Money value={first.amount} /> },
        { label: '已核销(元)', value: <Money value={first.settled} /> },
        ...(/[1-9]/.test(first.returned) ? [{ label: '退货冲减(元)', value: <Money value={first.returned} /> }] : []),
        ...(/[1-9]/.test(first.refunded) ? [{ label: '已退款(元)', value: <Money value={first.refunded} /> }] : []),
        { label: '尾差(元)', value: <Money value={first.offset} /> },
        { label: '未收(元)', value: <Money value={first.open} /> },
      ]}
      actions={[
        isOpen && canEnter && { label: '收款核销', tone: 'primary', onPress: () => setReceiving(true) },
        first.status === 'PART' &&
          canWriteOff && {
            label: '尾差核销',
            onPress: async () => (await tailDialog(first)) && location.reload(),
            reason: `上限${formatMoney(first.tailLimit)}元`,
          },
      ]}
    >
      <DetailSection title="来源">
        <Descriptions
          items={[
            { label: '客户', value: <CustomerLink of={first} /> },
            { label: '业务员', value: first.salesName },
            { label: '来源', value: receivableSources[first.source] },
            { label: '发货单', value: first.deliveryId && <Link href={href(`${F}/deliver/detail`, { id: first.deliveryId })}>{first.deliveryNo}</Link> },
            { label: '订单', value: first.orderId && <Link href={href(`${F}/order/detail`, { id: first.orderId })}>{first.orderNo}</Link> },
            { label: '业务日期', value: first.bizDate },
            {
              label: '到期日',
              value: (
                <>
                  {first.dueDate} {first.overdueDays > 0 && <Tag tone="danger">逾期{first.overdueDays}天</Tag>}
                </>
              ),
            },
            { label: '备注', value: first.remark, span: 2 },
          ]}
        />
      </DetailSection>
      <DetailSection title="核销记录" flush>
        <DetailTable
          caption="核销记录"
          rows={first.applies}
          columns={[
            { key: 'kind', title: '方式', cell: (row) => ({ RECEIPT: '收款核销', REPAYMENT: '赊销还款', CAPTURE: '资金账户扣款' })[row.kind] },
            {
              key: 'no',
              title: '单号',
              cell: (row) => (row.receiptId ? <Link href={href(`${R}/receiptDetail`, { id: row.receiptId })}>{row.no}</Link> : row.no),
            },
            { key: 'amount', title: '核销(元)', kind: 'money' },
            { key: 'discount', title: '尾差(元)', kind: 'money' },
            { key: 'actor', title: '操作人' },
            { key: 'at', title: '时间', kind: 'time' },
            {
              key: 'reversedAt',
              title: '状态',
              cell: (row) =>
                row.reversedAt ? (
                  <>
                    <Tag tone="neutral">已反核销</Tag> <DateTime value={row.reversedAt} kind="minute" />
                  </>
                ) : (
                  <Tag tone="ok">有效</Tag>
                ),
            },
          ]}
        />
      </DetailSection>
      <DetailSection title="会计分录" note="含生成、收款、扣款、尾差与冲销的全部凭证；一张收款凭证可能同时核销其他应收单" flush>
        <DetailTable
          caption="会计分录"
          rows={first.postings}
          totals={{ dr: <Money value={first.postingSums.dr} strong />, cr: <Money value={first.postingSums.cr} strong /> }}
          columns={[
            { key: 'at', title: '时间', kind: 'time' },
            { key: 'bizDate', title: '业务日期', kind: 'date' },
            { key: 'bizNo', title: '单号' },
            { key: 'memo', title: '摘要' },
            { key: 'account', title: '科目', cell: (row) => accountName(row.account) },
            { key: 'dr', title: '借方(元)', kind: 'money' },
            { key: 'cr', title: '贷方(元)', kind: 'money' },
            { key: 'actor', title: '操作人' },
          ]}
        />
      </DetailSection>
      {receiving && <ReceiptDialog customer={first} onClose={() => setReceiving(false)} />}
    </DetailPage>
  );
}
