import { Printer } from 'lucide-react';
import { useState } from 'react';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { BILLING_ADD, BILLING_AUDIT, BILLING_ISSUE, BILLING_RED } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { Alert } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import type { Actions } from '~/ui/kit/types';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { StatusTag } from '~/ui/values/StatusTag';
import { type BillingState, billingStates, issuedBy, redReasons, requestStates, wasIssued } from '../billing';
import { type billingDetail, billingReveal } from '../calls';
import { ChainSection, InvoicesSection, LinesSection, RatesSection } from './BillingSections';
import { KindTag, Signed } from './billingCells';

/** Fetched when first used. */
const BillingPrint = late(() => import('./BillingPrint'));
const EnterDialog = late(() => import('./EnterDialog'));
const RedDialog = late(() => import('./RedDialog'));
const MailDialog = late(() => import('./MailDialog'));
const dialogs = () => arriving(import('./actions'));

type Doc = AnswerOf<typeof billingDetail>;
type Open = 'print' | 'enter' | 'red' | 'mail';
const F = '/portal/supplyChain/factory';

export default function BillingDetail({ first }: { first: Doc }) {
  const can = { add: useCan(BILLING_ADD), audit: useCan(BILLING_AUDIT), issue: useCan(BILLING_ISSUE), red: useCan(BILLING_RED) };
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <DetailPage
      title={first.direction === 'RED' ? '红字发票申请' : '开票申请'}
      no={first.no}
      status={<StatusTag status={first.status} names={billingStates} />}
      facts={[
        { label: '价税合计', value: <Signed value={first.amount} direction={first.direction} sign /> },
        { label: '税额', value: <Signed value={first.tax} direction={first.direction} sign /> },
        { label: '关联订单', value: `${first.orderNos.length}张` },
      ]}
      actions={[
        ...actionsOf(first, can, setOpen),
        { label: '打印', icon: <Printer aria-hidden />, onPress: () => setOpen('print') },
        approvalWay('billing', first.id),
      ]}
      backHref={`${F}/billing/list`}
    >
      <Notes doc={first} />
      <Buyer doc={first} reveals={can.issue} />
      <LinesSection doc={first} orderHref={(id) => href(`${F}/order/detail`, { id })} />
      <RatesSection doc={first} />
      <InvoicesSection doc={first} />
      <DetailSection title="附件" note="上传发票文件后，客户可以下载">
        <AttachmentPanel type="billing" subjectId={first.id} />
      </DetailSection>
      <ChainSection doc={first} detailHref={(id) => href(`${F}/billing/detail`, { id })} />
      {first.requests.length > 0 && <Requests doc={first} />}
      <DetailSection title="操作日志">
        <LogTimeline log={first.logs} />
      </DetailSection>
      {open === 'print' && <BillingPrint ids={[first.id]} onClose={close} />}
      {open === 'enter' && <EnterDialog doc={first} onClose={close} onDone={() => location.reload()} />}
      {open === 'red' && <RedDialog doc={first} onClose={close} />}
      {open === 'mail' && <MailDialog doc={first} onClose={close} onDone={() => location.reload()} />}
    </DetailPage>
  );
}

/** What somebody should look at before going on. */
function Notes({ doc }: { doc: Doc }) {
  const stuck = doc.requests[0]?.state === 'STUCK' ? doc.requests[0].lastError : '';
  return (
    <>
      {stuck && (
        <Alert tone="danger" title="需人工核实">
          {stuck}。请到开票平台核实：已开出的登记号码，未开出的标记后可重试。
        </Alert>
      )}
      {doc.status === 'ISSUING' && !stuck && (
        <Alert tone="info" title="正在等待开票平台的结果">
          {doc.requests[0]?.lastError || '结果会自动登记，可以离开本页。'}
        </Alert>
      )}
      {doc.reason && (
        <Alert tone="warn" title={`${billingStates[doc.status]}的原因`}>
          {doc.reason}
        </Alert>
      )}
      {doc.warnings.length > 0 && (
        <Alert tone="warn" title="请注意">
          {doc.warnings.join('；')}
        </Alert>
      )}
    </>
  );
}

function Buyer({ doc, reveals }: { doc: Doc; reveals: boolean }) {
  const [account, setAccount] = useState(doc.bankAccount);
  return (
    <DetailSection title="抬头信息">
      <Descriptions
        items={[
          { label: '客户', value: <CustomerLink of={doc} /> },
          { label: '发票类型', value: <KindTag kind={doc.kind} direction={doc.direction} /> },
          { label: '开票抬头', value: doc.title },
          { label: '税号', value: doc.taxNo },
          { label: '开户行', value: doc.bank },
          {
            label: '银行账号',
            value: (
              <span>
                {account}{' '}
                {reveals && account.includes('*') && (
                  <Button tone="link" size="sm" onClick={async () => setAccount((await call(billingReveal, { id: doc.id })).bankAccount)}>
                    查看
                  </Button>
                )}
              </span>
            ),
          },
          { label: '注册地址', value: doc.address },
          { label: '注册电话', value: doc.phone },
          { label: '收票邮箱', value: doc.email },
          { label: '销售方', value: [doc.seller.name, doc.seller.taxNo].filter(Boolean).join(' ') },
          doc.redReason !== null && { label: '红冲原因', value: redReasons[doc.redReason] },
          { label: '申请人', value: doc.creator },
          { label: '审核人', value: doc.auditor },
          { label: '审核时间', value: <DateTime value={doc.auditedAt ?? undefined} /> },
          wasIssued(doc.status) && { label: '开具方式', value: [issuedBy[doc.how], doc.issuer].filter(Boolean).join(' ') },
          wasIssued(doc.status) && { label: '登记时间', value: <DateTime value={doc.issuedAt ?? undefined} /> },
          doc.mailedAt !== null && { label: '最近发送邮箱', value: <DateTime value={doc.mailedAt} /> },
          { label: '备注', value: doc.remark },
        ]}
      />
    </DetailSection>
  );
}

const Requests = ({ doc }: { doc: Doc }) => (
  <DetailSection title="平台请求" flush>
    <DetailTable<Doc['requests'][number]>
      caption="平台请求"
      rows={doc.requests}
      columns={[
        { key: 'requestNo', title: '请求号', fixed: true },
        { key: 'state', title: '结果', cell: (row) => <StatusTag status={row.state} names={requestStates} /> },
        { key: 'attempts', title: '询问次数', align: 'right' },
        { key: 'lastError', title: '说明', wrap: true, cell: (row) => row.lastError || '- -' },
        { key: 'createdAt', title: '提交时间', kind: 'minute' },
        { key: 'answeredAt', title: '得到结果', kind: 'minute' },
      ]}
    />
  </DetailSection>
);

interface Can {
  add: boolean;
  audit: boolean;
  issue: boolean;
  red: boolean;
}
function actionsOf(doc: Doc, can: Can, show: (what: Open) => void): Actions {
  const again = async (work: (use: Awaited<ReturnType<typeof dialogs>>) => Promise<boolean>) => {
    if (await work(await dialogs())) location.reload();
  };
  const is = (...states: BillingState[]) => states.includes(doc.status);
  const stuck = doc.requests[0]?.state === 'STUCK';
  const open = is('WAIT_ISSUE', 'FAILED');
  const left = doc.lines.some((line) => /[1-9]/.test(line.leftAmount));
  return [
    is('PENDING_AUDIT') && can.audit && !doc.mine && { label: '审核通过', tone: 'primary', onPress: () => again((use) => use.auditDialog([doc])) },
    is('PENDING_AUDIT') && can.audit && !doc.mine && { label: '驳回', onPress: () => again((use) => use.rejectDialog(doc)) },
    open &&
      can.issue &&
      doc.platform && { label: is('FAILED') ? '重试开票' : '提交开票平台', tone: 'primary', onPress: () => again((use) => use.issueDialog([doc])) },
    (open || (is('ISSUING') && stuck)) &&
      can.issue && { label: '登记发票', ...(doc.platform ? {} : { tone: 'primary' as const }), onPress: () => show('enter') },
    is('ISSUING') && stuck && can.issue && { label: '再次查询', onPress: () => again((use) => use.askDialog(doc)) },
    is('ISSUING') && stuck && can.issue && { label: '核实未开出', onPress: () => again((use) => use.notIssuedDialog(doc)) },
    wasIssued(doc.status) && can.issue && { label: '发送邮箱', onPress: () => show('mail') },
    is('ISSUED', 'PART_RED') && doc.direction === 'BLUE' && left && can.red && { label: '红冲', tone: 'danger', onPress: () => show('red') },
    (is('PENDING_AUDIT') || open) && (can.add || can.issue) && { label: '作废', tone: 'danger', onPress: () => again((use) => use.voidDialog(doc)) },
  ];
}
