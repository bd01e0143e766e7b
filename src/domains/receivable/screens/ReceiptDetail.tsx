import { useState } from 'react';
import { z } from 'zod';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { fileHref } from '~/domains/file/pickers/fileHref';
import { receiptWayName } from '~/domains/finance/pickers/receiptWays';
import { href } from '~/portal/href';
import { FUND_WRITE_OFF } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { FormDialog } from '~/ui/form/FormDialog';
import { Link } from '~/ui/kit/Link';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { applyReceipt, type receiptDetail } from '../calls';
import { receiptStates } from '../receipt';
import { ApplyGrid, partsOf } from './ApplyGrid';
import { reverseReceiptDialog, unapplyDialog } from './receivableActions';

type First = AnswerOf<typeof receiptDetail>;
const R = '/portal/supplyChain/factory/finance/receivables';

export default function ReceiptDetail({ first }: { first: First }) {
  const canWriteOff = useCan(FUND_WRITE_OFF);
  const [applying, setApplying] = useState(false);
  const live = first.status === 'CONFIRMED';
  const spent = first.applicable !== first.unapplied;
  const reload = (done: boolean) => done && location.reload();
  return (
    <DetailPage
      title="收款单"
      no={first.no}
      status={<StatusTag status={first.status} names={receiptStates} />}
      backHref={`${R}/receivablesBookList`}
      facts={[
        { label: '收款金额(元)', value: <Money value={first.amount} /> },
        { label: '已核销(元)', value: <Money value={first.applied} /> },
        { label: '未核销(元)', value: <Money value={first.unapplied} /> },
        { label: '现可核销(元)', value: <Money value={live ? first.applicable : '0.00'} /> },
      ]}
      actions={[
        live && canWriteOff && first.applicable !== '0.00' && { label: '核销', tone: 'primary', onPress: () => setApplying(true) },
        live && canWriteOff && first.applied === '0.00' && { label: '冲销', tone: 'danger', onPress: async () => reload(await reverseReceiptDialog(first)) },
      ]}
    >
      <DetailSection title="基本信息" note={live && first.unapplied !== '0.00' && `未核销部分已转入客户资金账户${spent ? '，其中一部分已被使用或冻结' : ''}`}>
        <Descriptions
          items={[
            { label: '客户', value: <CustomerLink of={first} /> },
            { label: '收款方式', value: receiptWayName(first.payWay) },
            { label: '流水号', value: first.bankFlowNo, copy: true },
            { label: '付款人', value: first.payer },
            { label: '到账时间', value: <DateTime value={first.receivedAt} /> },
            {
              label: '登记',
              value: (
                <>
                  {first.creator} <DateTime value={first.createdAt} kind="minute" />
                </>
              ),
            },
            { label: '备注', value: first.remark, span: 2 },
            first.voucher.length > 0 && {
              label: '凭证',
              value: first.voucher.map((key, index) => (
                <a key={key} href={fileHref(key)} target="_blank" rel="noreferrer" className="mr-3">
                  凭证{index + 1}
                </a>
              )),
            },
          ]}
        />
      </DetailSection>
      <DetailSection title="核销明细" flush>
        <DetailTable
          caption="核销明细"
          rows={first.applies}
          columns={[
            {
              key: 'receivableNo',
              title: '应收单号',
              cell: (row) => <Link href={href(`${R}/receivablesDetail`, { id: row.receivableId })}>{row.receivableNo}</Link>,
            },
            { key: 'sourceNo', title: '来源单' },
            { key: 'dueDate', title: '到期日', kind: 'date' },
            { key: 'amount', title: '核销(元)', kind: 'money' },
            { key: 'discount', title: '尾差(元)', kind: 'money' },
            { key: 'actor', title: '操作人' },
            { key: 'at', title: '时间', kind: 'time' },
            { key: 'reversedAt', title: '状态', cell: (row) => <Tag tone={row.reversedAt ? 'neutral' : 'ok'}>{row.reversedAt ? '已反核销' : '有效'}</Tag> },
          ]}
          rowActions={(row) => [live && canWriteOff && !row.reversedAt && { label: '反核销', onPress: async () => reload(await unapplyDialog(first, row)) }]}
        />
      </DetailSection>
      {applying && <ApplyDialog receipt={first} onClose={() => setApplying(false)} />}
    </DetailPage>
  );
}

const Draft = z.object({ applied: z.record(z.string(), z.string()) });
type Draft = z.infer<typeof Draft>;

function ApplyDialog({ receipt, onClose }: { receipt: First; onClose: () => void }) {
  const [key] = useState(newKey);
  const submit = async ({ applied }: Draft) => {
    await call(applyReceipt, { id: receipt.id, version: receipt.version, applies: partsOf(applied) }, { key });
    toast(`收款单${receipt.no}已核销`, 'ok');
    location.reload();
  };
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title={`核销 ${receipt.no}，可核销${formatMoney(receipt.applicable)}元`}
      width="xl"
      ok="确认核销"
      schema={Draft}
      defaults={{ applied: {} }}
      submit={submit}
    >
      <ApplyGrid customerId={receipt.customerId} amount={receipt.applicable} />
    </FormDialog>
  );
}
