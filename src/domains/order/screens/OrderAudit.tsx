import { type ReactNode, useState } from 'react';
import { href } from '~/portal/href';
import { ORDER_PRICE_EDIT } from '~/portal/permissions';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { ApprovalPage, type Decision } from '~/ui/approval/ApprovalPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card, Stat } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { Input, NumberInput } from '~/ui/kit/Input';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { Money } from '~/ui/values/Money';
import { Qty } from '~/ui/values/Qty';
import type { AuditTask } from '../auditTask';
import { orderAudit, orderDecideChange, orderReject } from '../calls';
import type { OrderDetail } from '../orderView';
import { AuditNotes, AuditRecords } from './AuditTasks';
import { State } from './listParts';
import { Basics, Differences, dealPrice, eventItems } from './OrderSections';
import { factorySide as face } from './side';
import { Versions } from './Versions';

/** Fetched when first opened: the form kit stays out of the page. */
const ColleagueDialogs = late(() => import('./ColleagueDialogs'));

type Line = OrderDetail['lines'][number];
interface Edit {
  qty: string;
  manualPrice: string;
  manualReason: string;
}

/** Judging an order or its pending change: what changed, below floor, by hand, short, and the customer's money, on one page. */
export default function OrderAudit({ first: order }: { first: OrderDetail }) {
  const [key] = useState(newKey);
  const [edits, setEdits] = useState<Record<string, Edit>>({});
  const [giving, setGiving] = useState<AuditTask['kind']>();
  const waiting = order.status === 'PENDING_AUDIT';
  const decides = (waiting || order.pending !== null) && order.audit.mayDecide;
  const ref = { id: order.id, rowVersion: order.rowVersion };
  const decide = async (decision: Decision, comment: string) => {
    const pass = decision === 'PASS';
    if (order.pending) await call(orderDecideChange, { ...ref, pass, reason: comment }, { key });
    else if (pass) await call(orderAudit, { ...ref, note: comment, edits: editsToSend(order, edits) }, { key });
    else await call(orderReject, { ...ref, reason: comment }, { key });
    toast(`订单${order.no}${order.pending ? '的变更' : ''}已${pass ? '通过' : '驳回'}`, 'ok');
    location.assign(href(`${face.base}/detail`, { id: order.id }));
  };
  return (
    <ApprovalPage
      title={order.pending ? '订单变更审批' : '订单审核'}
      no={order.no}
      status={<State order={{ status: order.status, changing: order.pending !== null, short: order.short }} />}
      backHref={`${face.base}/list`}
      facts={[
        { label: '客户', value: order.customerName },
        { label: '应付(元)', value: <Money value={order.payable} strong /> },
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
      <AuditLines order={order} edits={edits} onEdit={waiting && decides ? setEdits : undefined} />
      <AuditRecords order={order} />
      <Basics order={order} />
      <Versions orderId={order.id} />
      {giving && <ColleagueDialogs kind={giving} order={order} onClose={() => setGiving(undefined)} onDone={() => location.reload()} />}
    </ApprovalPage>
  );
}

const satisfied = (lines: readonly Line[]) => `${lines.filter((line) => !line.short).length} / ${lines.length} 行`;

function editsToSend(order: OrderDetail, edits: Record<string, Edit>) {
  return order.lines.flatMap((line) => {
    const edit = edits[line.id];
    const same = !edit || (edit.qty === line.qty && edit.manualPrice === manualOf(line) && edit.manualReason === line.manualReason);
    return same ? [] : [{ lineId: line.id, ...edit }];
  });
}
const manualOf = (line: Line): string => (line.manualPrice ? line.price : '');

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

interface LinesProps {
  order: OrderDetail;
  edits: Record<string, Edit>;
  onEdit: ((edits: Record<string, Edit>) => void) | undefined;
}

function AuditLines({ order, edits, onEdit }: LinesProps) {
  const mayPrice = useCan(ORDER_PRICE_EDIT);
  const [editing, setEditing] = useState(false);
  const editOf = (line: Line): Edit => edits[line.id] ?? { qty: line.qty, manualPrice: manualOf(line), manualReason: line.manualReason };
  const set = (line: Line, patch: Partial<Edit>) => onEdit?.({ ...edits, [line.id]: { ...editOf(line), ...patch } });
  const changed = (line: Line, after: string) => [...order.diff].find((one) => one.path === `lines.${line.id}.${after}`)?.before;
  return (
    <DetailSection
      title="商品明细"
      flush
      {...(onEdit ? { actions: [{ label: editing ? '收起修改' : mayPrice ? '修改数量与价格' : '修改数量', onPress: () => setEditing(!editing) }] } : {})}
      {...(editing ? { note: '通过审核时生效，并生成新版本' } : {})}
    >
      <DetailTable
        caption="商品明细"
        rows={order.lines}
        totals={{ amount: <Money value={order.goodsAmount} strong /> }}
        columns={[
          { key: 'lineNo', title: '行' },
          { key: 'name', title: '商品', wrap: true, fixed: true, cell: (line) => <Goods line={line} /> },
          { key: 'unitName', title: '单位' },
          { key: 'listPrice', title: '标准价(元)', kind: 'price' },
          { key: 'minPrice', title: '限价(元)', kind: 'price' },
          { key: 'price', title: '成交价(元)', align: 'right', cell: (line) => <Now before={changed(line, 'price')}>{dealPrice(order, line)}</Now> },
          {
            key: 'qty',
            title: '数量',
            align: 'right',
            cell: (line) => (
              <Now before={changed(line, 'qty')}>
                <Qty value={line.qty} />
              </Now>
            ),
          },
          ...(editing
            ? [
                {
                  key: 'newQty',
                  title: '改为数量',
                  width: 120,
                  cell: (line: Line) => (
                    <NumberInput
                      decimals={line.unitDecimals}
                      value={editOf(line).qty}
                      onChange={(qty: string) => set(line, { qty })}
                      aria-label={`第${line.lineNo}行数量`}
                    />
                  ),
                },
                ...(mayPrice
                  ? [
                      {
                        key: 'newPrice',
                        title: '改为单价',
                        width: 120,
                        cell: (line: Line) => (
                          <NumberInput
                            decimals={6}
                            value={editOf(line).manualPrice}
                            onChange={(manualPrice: string) => set(line, { manualPrice })}
                            aria-label={`第${line.lineNo}行单价`}
                            placeholder="不改"
                          />
                        ),
                      },
                      {
                        key: 'newReason',
                        title: '改价原因',
                        width: 150,
                        cell: (line: Line) => (
                          <Input
                            value={editOf(line).manualReason}
                            onChange={(manualReason: string) => set(line, { manualReason })}
                            aria-label={`第${line.lineNo}行改价原因`}
                          />
                        ),
                      },
                    ]
                  : []),
              ]
            : []),
          { key: 'amount', title: '金额(元)', kind: 'money' },
          {
            key: 'available',
            title: '占用/可用',
            align: 'right',
            cell: (line) => (
              <span className={line.short ? 'text-danger' : ''}>
                {line.reserved} / {line.available} {line.baseUnitName}
              </span>
            ),
          },
          { key: 'manualReason', title: '改价原因', wrap: true },
        ]}
      />
    </DetailSection>
  );
}

const Goods = ({ line }: { line: Line }) => (
  <span className="block">
    {line.name} {line.gift && <Tag tone="ok">赠品</Tag>} {line.short && <Tag tone="danger">缺货</Tag>}
    <span className="block text-xs text-ink-3">
      {line.skuCode} {line.spec} {line.saleText}
    </span>
  </span>
);

const Now = ({ before, children }: { before: string | null | undefined; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    {before !== undefined && before !== null && <del className="text-xs text-ink-3">{before}</del>}
    {children}
  </span>
);
