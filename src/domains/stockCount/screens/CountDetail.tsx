import { useRef, useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { MovedGoods } from '~/domains/warehouse/pickers/MovedGoods';
import { SignedQty } from '~/domains/warehouse/pickers/SignedQty';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { STOCK_AUDIT, STOCK_COST_VIEW, STOCK_COUNT } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { optionsOf } from '~/ui/kit/options';
import { sentenceOf } from '~/ui/kit/sentence';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import type { Actions } from '~/ui/kit/types';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, ListHandle } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { countDetail, countEnter, countLines } from '../calls';
import { countModes, countScopes, countStates, lineShows } from '../count';
import type { CountLine } from '../count.schema';
import { CountPad } from './CountPad';
import { againDialog, cancelDialog, passDialog, startDialog, submitDialog } from './countActions';

type Doc = AnswerOf<typeof countDetail>;
type Counted = AnswerOf<typeof countLines>;
const base = '/portal/supplyChain/factory/warehouse/inventory';

export default function CountDetail({ first, lines }: { first: Doc; lines: Counted }) {
  const can = { count: useCan(STOCK_COUNT), audit: useCan(STOCK_AUDIT) };
  const cost = useCan(STOCK_COST_VIEW) && first.costDiff !== undefined;
  /** The list of the lines, read again when something was counted beside it. */
  const list = useRef<ListHandle<CountLine>>(undefined);
  const counting = first.status === 'COUNTING' && can.count;
  return (
    <DetailPage
      title="盘点单"
      no={first.no}
      status={<StatusTag status={first.status} names={countStates} />}
      facts={[
        { label: '已盘 / SKU数', value: `${first.counted} / ${first.skus}` },
        first.status === 'DONE' && { label: '盘盈 / 盘亏', value: `${first.gains} / ${first.losses}` },
        first.status === 'DONE' && cost && { label: '盈亏金额', value: <Money value={first.costDiff} sign /> },
        first.again > 0 && { label: '要求复盘', value: first.again },
      ]}
      actions={actionsOf(first, can)}
      backHref={base}
    >
      {counting && (
        <DetailSection title="扫码盘点">
          <CountPad countId={first.id} onCounted={() => list.current?.reload()} />
        </DetailSection>
      )}
      <Lines doc={first} first={lines} cost={cost} counting={counting} review={can.audit} list={list} />
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '仓库', value: first.warehouseName },
            { label: '盘点范围', value: [countScopes[first.scope], first.scopeText].filter(Boolean).join('：') },
            { label: '盘点方式', value: countModes[first.mode] },
            { label: '冻结库存', value: first.freezes ? '是' : '否' },
            { label: '截止时间', value: <DateTime value={first.expireAt ?? undefined} /> },
            { label: '制单人', value: first.creator },
            { label: '开始时间', value: <DateTime value={first.startedAt ?? undefined} /> },
            { label: '提交人', value: first.submitter },
            { label: '提交时间', value: <DateTime value={first.submittedAt ?? undefined} /> },
            { label: '复核人', value: first.reviewer },
            { label: '完成时间', value: <DateTime value={first.finishedAt ?? undefined} /> },
            { label: '备注', value: first.remark },
            first.status === 'CANCELLED' && { label: '作废原因', value: first.reason },
          ]}
        />
      </DetailSection>
      <DetailSection title="附件">
        <AttachmentPanel type="stock_count" subjectId={first.id} />
      </DetailSection>
      <DetailSection title="操作日志">
        <LogTimeline log={first.logs} />
      </DetailSection>
      {first.startedAt !== null && !first.hidesBook && <MovedGoods id={first.id} list="warehouse/count/moved" />}
    </DetailPage>
  );
}

function actionsOf(doc: Doc, can: { count: boolean; audit: boolean }): Actions {
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const own = doc.mine ? { disabled: true, reason: '由您制单或提交，须由其他人复核' } : {};
  return [
    doc.status === 'CREATED' && can.count && { label: '开始盘点', tone: 'primary', onPress: () => again(startDialog(doc)) },
    doc.status === 'COUNTING' && can.count && { label: '提交复核', tone: 'primary', onPress: () => again(submitNow(doc)) },
    doc.status === 'COUNTING' && can.count && { label: '导入实盘', href: href(`${base}/detail`, { id: doc.id, upload: 'true' }) },
    doc.status === 'WAIT_REVIEW' && can.audit && { label: '复核通过', tone: 'primary', ...own, onPress: () => again(passDialog(doc)) },
    doc.status === 'WAIT_REVIEW' && (can.audit || doc.mine) && { label: doc.mine ? '撤回' : '退回', onPress: () => again(againDialog(doc, [])) },
    doc.status !== 'CREATED' && doc.status !== 'CANCELLED' && approvalWay('stock_count', doc.id, doc.status === 'COUNTING'),
    ['CREATED', 'COUNTING', 'WAIT_REVIEW'].includes(doc.status) && can.count && { label: '作废', tone: 'danger', onPress: () => again(cancelDialog(doc)) },
  ];
}

/** With the numbers of now: others may have counted since the page was opened. */
async function submitNow(doc: Doc): Promise<boolean> {
  return submitDialog(await call(countDetail, { id: doc.id }));
}

interface LinesProps {
  doc: Doc;
  first: Counted;
  cost: boolean;
  counting: boolean;
  review: boolean;
  list: { current: ListHandle<CountLine> | undefined };
}

function Lines({ doc, first, cost, counting, review, list: kept }: LinesProps) {
  const shows = doc.hidesBook ? { OPEN: lineShows.OPEN, AGAIN: lineShows.AGAIN } : lineShows;
  return (
    <ListPage<CountLine>
      title="盘点明细"
      source={{ id: 'warehouse/inventory/lines', local: true, first, query: {}, load: (q) => call(countLines, { ...q, id: doc.id } as never) }}
      filters={[
        { kind: 'text', key: 'word', label: '商品', placeholder: '名称、编码、条码、拼音首字母' },
        { kind: 'select', key: 'show', label: '显示', options: optionsOf(shows) },
      ]}
      buttons={(list) => {
        kept.current = list;
        return [exportAction('stock-count-sheet', { query: { ...list.query, id: doc.id }, shown: list.shown })];
      }}
      columns={columnsOf(doc, cost, counting)}
      {...(doc.status === 'WAIT_REVIEW' && review
        ? {
            batch: (picked) => [
              {
                label: '要求复盘',
                disabled: picked.keys.length === 0,
                onPress: async () => {
                  const chosen = picked.rows.map((row) => row.skuId);
                  if (await againDialog(doc, chosen)) location.reload();
                },
              },
            ],
          }
        : {})}
    />
  );
}

function columnsOf(doc: Doc, cost: boolean, counting: boolean): Column<CountLine>[] {
  const counted: Column<CountLine> = {
    key: 'counted',
    title: '实盘',
    align: 'right',
    cell: (line, _, list) =>
      counting && line.byBatch ? (
        <span className="text-ink-2">{line.counted === null ? '未盘' : <Qty value={line.counted} unit={line.unitName} />}（扫码逐批录入）</span>
      ) : counting ? (
        <Entry doc={doc} line={line} onSaved={() => list?.reload()} />
      ) : line.counted === null ? (
        <Tag>未盘</Tag>
      ) : (
        <Qty value={line.counted} unit={line.unitName} />
      ),
  };
  const compared: Column<CountLine>[] = doc.hidesBook
    ? []
    : [
        {
          key: 'book',
          title: '账面',
          align: 'right',
          hint: '清点时的在库；未盘时为现在的在库',
          cell: (line) => <Qty value={line.book ?? undefined} unit={line.unitName} />,
        },
        { key: 'diff', title: '差异', align: 'right', cell: (line) => (line.diff ? <SignedQty value={line.diff} /> : <span className="text-ink-3">- -</span>) },
        {
          key: 'since',
          title: '期间出入',
          align: 'right',
          off: doc.status === 'DONE',
          cell: (line) => (line.since ? <SignedQty value={line.since} /> : '- -'),
        },
      ];
  return [
    { key: 'skuCode', title: 'SKU编码', fixed: true, sortable: true },
    { key: 'name', title: '商品', cell: (line) => [line.name, line.saleText].filter(Boolean).join(' / ') },
    { key: 'spec', title: '规格', off: true },
    counted,
    ...compared,
    ...(cost && doc.status === 'DONE' ? ([{ key: 'amount', title: '差异金额(元)', kind: 'money' }] satisfies Column<CountLine>[]) : []),
    { key: 'again', title: '复盘', cell: (line) => (line.again ? <Tag tone="warn">要求复盘</Tag> : line.firstCounted ? `初盘 ${line.firstCounted}` : '') },
    { key: 'counter', title: '盘点人' },
    { key: 'countedAt', title: '盘点时间', kind: 'minute' },
    { key: 'reason', title: '原因', off: true },
  ];
}

/** The quantity in the row itself: typed, and kept when the field is left or Enter pressed; emptied it is not counted. */
function Entry({ doc, line, onSaved }: { doc: Doc; line: CountLine; onSaved: () => void }) {
  const [typed, setTyped] = useState<string>();
  const save = async () => {
    if (typed === undefined || typed.trim() === (line.counted ?? '')) return setTyped(undefined);
    if (typed.trim() !== '' && !/^\d{1,14}(\.\d{1,4})?$/.test(typed.trim())) return toast('请输入实盘数量，最多四位小数', 'error');
    try {
      await call(countEnter, { id: doc.id, lines: [{ skuId: line.skuId, counted: typed.trim(), add: false, reason: line.reason }] }, { key: newKey() });
      setTyped(undefined);
      onSaved();
    } catch (error) {
      toast(sentenceOf(error), 'error');
    }
  };
  return (
    <span className="inline-flex items-center gap-1">
      <input
        aria-label={`${line.skuCode} 实盘数量`}
        className="figures field w-24! text-right"
        inputMode="decimal"
        value={typed ?? line.counted ?? ''}
        placeholder="未盘"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <span className="text-ink-3">{line.unitName}</span>
    </span>
  );
}
