import { useState } from 'react';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { href } from '~/portal/href';
import { CONTRACT_CREATE, FUND_CHECK } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import type { Actions } from '~/ui/kit/types';
import { FigureButton } from '~/ui/values/FigureButton';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { type statementDetail, statementLines, statementOpening } from '../calls';
import { adjustStates, periodName, statementStates, statementTones } from '../statement';
import type { Adjust, Dispute } from '../statement.schema';
import { LineTable } from './LineTable';
import { Aging, Disputes, Record, sums } from './parts';
import * as actions from './statementActions';

const StatementPrint = late(() => import('./StatementPrint'));
const OwedPostings = late(() => import('~/domains/finance/pickers/OwedPostings'));
const AdjustDialog = late(() => import('./AdjustDialog'));
const ConfirmForDialog = late(() => import('./ConfirmForDialog'));

type First = AnswerOf<typeof statementDetail>;
type Shown = { dialog: 'print' | 'opening' | 'confirm' } | { dialog: 'adjust'; dispute?: Dispute };
const R = '/portal/supplyChain/factory/finance/receivables';

const again = async (work: Promise<boolean>) => {
  if (await work) location.reload();
};

export default function StatementDetail({ first, lines }: { first: First; lines: AnswerOf<typeof statementLines> }) {
  const canCheck = useCan(FUND_CHECK);
  const canSign = useCan(CONTRACT_CREATE);
  const [shown, show] = useState<Shown>();
  const [side, setSide] = useState<string>();
  const { previous } = first;
  const opening = previous ? (
    <Link href={href(`${R}/accountCheckDetail`, { id: previous.id })}>
      <Money value={first.opening} />
    </Link>
  ) : (
    <FigureButton value={first.opening} label="期初" onOpen={() => show({ dialog: 'opening' })} />
  );
  return (
    <DetailPage
      title={`${periodName(first.periodStart, first.periodEnd)}对账单`}
      no={first.no}
      status={<StatusTag status={first.status} names={statementStates} tones={statementTones} />}
      backHref={`${R}/accountCheckList`}
      facts={[
        {
          label: '客户',
          value: <CustomerLink of={first} className="text-base" />,
        },
        ...sums(first, setSide, opening),
      ]}
      actions={[
        ...(canCheck ? buttonsOf(first, show) : [{ label: '打印', onPress: () => show({ dialog: 'print' }) }]),
        canSign &&
          first.status === 'SENT' && {
            label: '发起确认书',
            href: href('/portal/supplyChain/factory/smartContract/create', { kind: 'STATEMENT', bizType: 'statement', bizId: first.id }),
          },
      ]}
    >
      {first.stale && (
        <Alert tone="warn" title="生成草稿后，账期内又有新的业务">
          请更新草稿并核对后再发送。
        </Alert>
      )}
      <Disputes doc={first} actions={(row) => (canCheck ? disputeActions(first, row, show) : [])} />
      <LineTable
        key={side}
        statementId={first.id}
        first={side === undefined ? lines : (null as never)}
        query={side ? { side } : {}}
        load={(query) => call(statementLines, query as never)}
      />
      <Adjusts rows={first.adjusts} />
      <Aging doc={first} />
      <Record doc={first} />
      <DetailSection title="附件">
        <AttachmentPanel type="statement" subjectId={first.id} />
      </DetailSection>
      <DetailSection title="日志">
        <LogTimeline log={first.log} />
      </DetailSection>
      {shown?.dialog === 'print' && <StatementPrint id={first.id} onClose={() => show(undefined)} />}
      {shown?.dialog === 'opening' && (
        <OwedPostings
          id="statement/opening"
          title="期初的构成"
          caption="账期开始前的业务"
          load={(query) => call(statementOpening, { ...query, id: first.id })}
          onClose={() => show(undefined)}
        />
      )}
      {shown?.dialog === 'confirm' && <ConfirmForDialog statement={first} onClose={() => show(undefined)} />}
      {shown?.dialog === 'adjust' && <AdjustDialog statement={first} dispute={shown.dispute} onClose={() => show(undefined)} />}
    </DetailPage>
  );
}

function buttonsOf(doc: First, show: (what: Shown) => void): Actions {
  const draft = doc.status === 'DRAFT';
  const waits = doc.status === 'SENT' || doc.status === 'DISPUTED';
  return [
    draft && { label: '发送', tone: 'primary', disabled: doc.stale, reason: '请先更新草稿', onPress: () => again(actions.sendDialog([doc])) },
    draft && { label: '更新草稿', onPress: () => again(actions.refreshDraft(doc)) },
    doc.status === 'SENT' && { label: '催确认', onPress: () => again(actions.urgeDialog([doc])) },
    doc.status === 'SENT' && { label: '代客户确认', onPress: () => show({ dialog: 'confirm' }) },
    (waits || doc.status === 'CONFIRMED') && { label: '登记调整', onPress: () => show({ dialog: 'adjust' }) },
    { label: '打印', onPress: () => show({ dialog: 'print' }) },
    waits && { label: '撤回', tone: 'danger', onPress: () => again(actions.withdrawDialog(doc)) },
    draft && {
      label: '删除',
      tone: 'danger',
      onPress: async () => (await actions.deleteDialog(doc)) && location.assign(`${R}/accountCheckList`),
    },
  ];
}

const disputeActions = (doc: First, row: Dispute, show: (what: Shown) => void): Actions => [
  row.status === 'OPEN' && { label: '更正', onPress: () => show({ dialog: 'adjust', dispute: row }) },
  row.status === 'OPEN' && { label: '答复', onPress: () => again(actions.replyDialog(doc, row)) },
];

function Adjusts({ rows }: { rows: First['adjusts'] }) {
  if (!rows.length) return null;
  return (
    <DetailSection title="应收调整" note="审批通过后记入通过当天的应收，计入下一账期" flush>
      <DetailTable<Adjust>
        caption="应收调整"
        rows={rows}
        columns={[
          { key: 'no', title: '调整单号', cell: (row) => <Link href={href(`${R}/accountAdjustDetail`, { id: row.id })}>{row.no}</Link> },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={adjustStates} /> },
          { key: 'amount', title: '金额(元)', kind: 'money' },
          { key: 'reason', title: '原因', width: 200, wrap: true },
          {
            key: 'receivableNo',
            title: '应收单',
            cell: (row) => (row.receivableId ? <Link href={href(`${R}/receivablesDetail`, { id: row.receivableId })}>{row.receivableNo}</Link> : '- -'),
          },
          { key: 'creator', title: '登记人' },
          { key: 'decider', title: '审批人' },
        ]}
      />
    </DetailSection>
  );
}
