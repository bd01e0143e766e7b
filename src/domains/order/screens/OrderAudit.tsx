import { useEffect, useState } from 'react';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { href } from '~/portal/href';
import { formatYuan, parseYuan } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { ApprovalPage, type Decision } from '~/ui/approval/ApprovalPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { dropDraft, keepDraft, readDraft } from '~/ui/form/draft';
import { Card, Stat } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { type AuditEdits, editsToSend, typedChanges } from '../audit/auditEdits';
import type { ApprovalTask } from '../audit/auditTask';
import { orderAudit, orderDecideChange, orderReject } from '../calls';
import type { OrderDetail } from '../views/orderView.schema';
import { AuditLines, askedOf, goodsAsTyped, isHidden, Now } from './audit/AuditLines';
import { AuditNotes, AuditRecords } from './audit/AuditTasks';
import { Basics, Differences, eventItems } from './detail/OrderSections';
import { Versions } from './detail/Versions';
import { useQuotes } from './form/useQuotes';
import { State } from './list/listParts';
import { factoryPerspective as perspective } from './perspective';
import { factoryCalls } from './perspectiveCalls';

/** Fetched when first opened: the form kit stays out of the page. */
const ColleagueDialogs = late(() => import('./audit/ColleagueDialogs'));

type Line = OrderDetail['lines'][number];

/** Judging an order or its pending change: what changed, below floor, by hand, short, and the customer's money, on one page. */
export default function OrderAudit({ first: order }: { first: OrderDetail }) {
  const [key] = useState(newKey);
  const { edits, setEdits, restored, forget } = useEdits(order);
  const [giving, setGiving] = useState<ApprovalTask['kind']>();
  const waiting = order.status === 'PENDING_AUDIT';
  const decides = (waiting || order.pending !== null) && order.audit.mayDecide;
  const ref = { id: order.id, rowVersion: order.rowVersion };
  const quoteOf = useQuotes(factoryCalls, { ...order, projectId: order.projectId ?? '', orderId: order.id }, askedOf(order.lines, edits));
  const payable = isHidden(order.payable)
    ? order.payable
    : formatYuan(parseYuan(order.payable) + goodsAsTyped(order.lines, edits, quoteOf) - parseYuan(order.goodsAmount));
  const decide = async (decision: Decision, comment: string) => {
    const pass = decision === 'PASS';
    if (order.pending) await call(orderDecideChange, { ...ref, pass, reason: comment }, { key });
    else if (pass) await call(orderAudit, { ...ref, note: comment, edits: editsToSend(order.lines, edits) }, { key });
    else await call(orderReject, { ...ref, reason: comment }, { key });
    forget();
    toast(`订单${order.no}${order.pending ? '的变更' : ''}已${pass ? '通过' : '驳回'}`, 'ok');
    location.assign(href(`${perspective.base}/detail`, { id: order.id }));
  };
  return (
    <ApprovalPage
      title={order.pending ? '订单变更审批' : '订单审核'}
      no={order.no}
      status={<State order={{ status: order.status, changing: order.pending !== null, short: order.short }} />}
      backHref={`${perspective.base}/list`}
      facts={[
        { label: '客户', value: <CustomerLink of={order} /> },
        { label: '应付(元)', value: <Now before={payable === order.payable ? null : formatMoney(order.payable)}>{<Money value={payable} strong />}</Now> },
        { label: '已冻结(元)', value: <Money value={order.held} /> },
        { label: '库存满足', value: satisfied(order.lines) },
      ]}
      records={eventItems(order)}
      decide={decides ? decide : undefined}
      actions={[
        { label: '转交', onPress: () => setGiving('TRANSFER') },
        { label: '加签', onPress: () => setGiving('OPINION') },
      ]}
    >
      <AuditNotes order={order} />
      {restored && waiting && decides && (
        <Alert tone="info" actions={[{ label: '放弃并还原', onPress: () => forget() }]}>
          已恢复您上次填写、尚未提交的数量与价格修改
        </Alert>
      )}
      <Warnings order={order} />
      {order.pending && (
        <DetailSection title={`申请变更：${order.pending.reason}`} flush>
          <Differences rows={order.pending.diff} />
        </DetailSection>
      )}
      {!order.pending && order.diff.length > 0 && (
        <DetailSection title="与上版的差异" flush>
          <Differences rows={order.diff} />
        </DetailSection>
      )}
      <BuyerCard order={order} />
      <AuditLines order={order} edits={edits} quoteOf={quoteOf} onEdit={waiting && decides ? setEdits : undefined} />
      <AuditRecords order={order} />
      <Basics order={order} />
      <Versions orderId={order.id} />
      {giving && (
        <ColleagueDialogs
          kind={giving}
          order={order}
          typed={typedChanges(order.lines, edits)}
          onClose={() => setGiving(undefined)}
          onDone={() => location.reload()}
        />
      )}
    </ApprovalPage>
  );
}

const satisfied = (lines: readonly Line[]) => `${lines.filter((line) => !line.short).length} / ${lines.length} 行`;

/** What is typed outlives a reload: asking a colleague comes back to the same page. */
function useEdits(order: OrderDetail) {
  const name = `order/audit/${order.id}`;
  const [edits, setEdits] = useState<AuditEdits>({});
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    const draft = readDraft(name);
    if (draft?.base !== JSON.stringify(order.rowVersion)) return;
    setEdits(draft.values as AuditEdits);
    setRestored(true);
  }, [name, order.rowVersion]);
  return {
    edits,
    restored,
    setEdits: (next: AuditEdits) => {
      setEdits(next);
      keepDraft(name, order.rowVersion, next);
    },
    forget: () => {
      dropDraft(name);
      setEdits({});
      setRestored(false);
    },
  };
}

function Warnings({ order }: { order: OrderDetail }) {
  const low = order.lines.filter((line) => line.belowFloor).length;
  const manual = order.lines.filter((line) => line.manualPrice).length;
  const short = order.lines.filter((line) => line.short).length;
  const words = [
    low && `${low}行低于最低限价`,
    manual && `${manual}行手工改价`,
    short && `${short}行库存不足`,
    /[1-9]/.test(order.buyer.overdue) && `客户有逾期欠款，最长${order.buyer.overdueDays}天`,
  ].filter(Boolean);
  return words.length ? <Alert tone="warn">{words.join('；')}</Alert> : null;
}

const BuyerCard = ({ order: { buyer } }: { order: OrderDetail }) => (
  <Card title="客户信用">
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label="资金可用(元)"
        value={<Money value={buyer.available} />}
        note={
          <>
            冻结 <Money value={buyer.held} />
          </>
        }
      />
      {buyer.credit && <Stat label="授信可用(元)" value={buyer.credit.available === null ? '不限' : <Money value={buyer.credit.available} />} />}
      <Stat label="应收欠款(元)" value={<Money value={buyer.openReceivable} />} note={`账期 ${buyer.paymentDays} 天`} />
      <Stat
        label="其中逾期(元)"
        value={<Money value={buyer.overdue} />}
        note={buyer.overdueDays ? `最长逾期 ${buyer.overdueDays} 天` : '无逾期'}
        {...(buyer.overdueDays ? { tone: 'danger' as const } : {})}
      />
      <Stat
        label="近3月订单"
        value={`${buyer.recentOrders} 张`}
        note={
          <>
            金额 <Money value={buyer.recentAmount} />
          </>
        }
      />
    </div>
  </Card>
);
