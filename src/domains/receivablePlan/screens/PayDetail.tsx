import { useState } from 'react';
import { fileHref } from '~/domains/file/pickers/fileHref';
import { receiptWayName } from '~/domains/finance/pickers/receiptWayName';
import { href } from '~/portal/href';
import { ARM_MATCH } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import { DateTime } from '~/ui/values/DateTime';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { payDetail } from '../calls';
import { paidStates } from '../plan';
import { OwingCustomer } from './OwingCustomer';

const PayMatchDialog = late(() => import('./PayMatchDialog'));
const PayPrint = late(() => import('./PayPrint'));

type First = AnswerOf<typeof payDetail>;
const A = '/portal/receiveAdmin';

/** 回款: what came, what it settled, and what of it is prepaid. */
export default function PayDetail({ first }: { first: First }) {
  const canMatch = useCan(ARM_MATCH);
  const [opened, setOpened] = useState<'match' | 'print'>();
  const live = first.status === 'CONFIRMED';
  const reload = (done: boolean) => done && location.reload();
  const spent = first.applicable !== first.unapplied;
  return (
    <DetailPage
      title="回款"
      no={first.no}
      status={<StatusTag status={first.status} names={paidStates} />}
      backHref={`${A}/payInfo`}
      facts={[
        { label: '收款金额(元)', value: <Money value={first.amount} /> },
        { label: '已核销(元)', value: <Money value={first.applied} /> },
        { label: '转预收(元)', value: <Money value={first.unapplied} /> },
      ]}
      actions={[
        live && canMatch && first.applicable !== '0.00' && { label: '核销', tone: 'primary', onPress: () => setOpened('match') },
        { label: '打印收款凭证', onPress: () => setOpened('print') },
        live &&
          canMatch &&
          first.applied === '0.00' && {
            label: '冲销',
            tone: 'danger',
            onPress: async () => reload(await (await arriving(import('./payActions'))).reversePay(first)),
          },
      ]}
    >
      <DetailSection
        title="到账信息"
        note={
          live && first.unapplied !== '0.00' && `未核销部分已转入客户资金账户${spent ? `，现可核销${formatMoney(first.applicable)}元，其余已被使用或冻结` : ''}`
        }
      >
        <Descriptions
          items={[
            { label: '客户', value: <OwingCustomer of={first} /> },
            { label: '付款方', value: first.payer },
            { label: '收款方式', value: receiptWayName(first.payWay) },
            { label: '流水号', value: first.bankFlowNo },
            { label: '到账时间', value: <DateTime value={first.receivedAt} /> },
            { label: '登记人', value: first.creator },
            { label: '登记时间', value: <DateTime value={first.createdAt} /> },
            {
              label: '凭证',
              value: first.voucher.length
                ? first.voucher.map((file, index) => (
                    <a key={file} href={fileHref(file)} target="_blank" rel="noreferrer" className="mr-3">
                      凭证{index + 1}
                    </a>
                  ))
                : '没有上传',
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
            { key: 'receivableNo', title: '应收单', cell: (row) => <Link href={href(`${A}/receiveInfo`, { no: row.receivableNo })}>{row.receivableNo}</Link> },
            { key: 'dueDate', title: '到期日', kind: 'date' },
            { key: 'amount', title: '核销(元)', kind: 'money' },
            { key: 'discount', title: '尾差(元)', kind: 'money' },
            { key: 'actor', title: '操作人' },
            { key: 'at', title: '时间', kind: 'time' },
            { key: 'reversedAt', title: '状态', cell: (row) => (row.reversedAt ? <Tag tone="neutral">已反核销</Tag> : <Tag tone="ok">有效</Tag>) },
          ]}
          rowActions={(row) => [
            live &&
              canMatch &&
              !row.reversedAt && { label: '反核销', onPress: async () => reload(await (await arriving(import('./payActions'))).unmatchDialog(first, row)) },
          ]}
        />
      </DetailSection>
      {opened === 'match' && <PayMatchDialog receipt={first} onClose={() => setOpened(undefined)} />}
      {opened === 'print' && <PayPrint id={first.id} onClose={() => setOpened(undefined)} />}
    </DetailPage>
  );
}
