import { useState } from 'react';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { type myStatement, myStatementLines } from '../myCalls';
import { myStatementStates, periodName, statementTones } from '../statement';
import type { StatementLine } from '../statement.schema';
import { LineTable } from './LineTable';
import { Aging, Disputes, Record, sums } from './parts';
import * as actions from './statementActions';

const StatementPrint = late(() => import('./StatementPrint'));
const DisputeDialog = late(() => import('./DisputeDialog'));

const page = '/portal/supplyChain/dealer/accountCheckDetail';
const again = async (work: Promise<boolean>) => {
  if (await work) location.reload();
};

/** A statement as its customer checks it: confirms it, or objects line by line. */
export default function MyStatement({ first, lines }: { first: AnswerOf<typeof myStatement>; lines: AnswerOf<typeof myStatementLines> }) {
  const [printing, setPrinting] = useState(false);
  const [disputing, setDisputing] = useState<{ line: StatementLine | null }>();
  const [side, setSide] = useState<string>();
  const waits = first.status === 'SENT' || first.status === 'DISPUTED';
  const { previous } = first;
  const opening = previous ? (
    <Link href={href(page, { id: previous.id })}>
      <Money value={first.opening} />
    </Link>
  ) : (
    <Money value={first.opening} />
  );
  return (
    <DetailPage
      title={`${periodName(first.periodStart, first.periodEnd)}对账单`}
      no={first.no}
      status={<StatusTag status={first.status} names={myStatementStates} tones={statementTones} />}
      backHref="/portal/supplyChain/dealer/accountCheckList"
      facts={sums(first, setSide, opening)}
      actions={[
        waits && {
          label: '确认无误',
          tone: 'primary',
          disabled: first.openDisputes > 0,
          reason: `还有${first.openDisputes}条异议没有处理完`,
          onPress: () => again(actions.confirmMine(first)),
        },
        waits && { label: '提出异议', onPress: () => setDisputing({ line: null }) },
        { label: '打印', onPress: () => setPrinting(true) },
      ]}
    >
      {first.status === 'SENT' && (
        <Alert tone="info" title="请核对后确认">
          有不符的行，请在该行点“异议”；漏记的，请点上方“提出异议”。
        </Alert>
      )}
      <Disputes
        doc={first}
        actions={(row) => [waits && row.status === 'OPEN' && { label: '撤回', onPress: () => again(actions.takeBackDialog(first, row)) }]}
      />
      <LineTable
        key={side}
        statementId={first.id}
        mine
        first={side === undefined ? lines : (null as never)}
        query={side ? { side } : {}}
        load={(query) => call(myStatementLines, query as never)}
        rowActions={(row) => [waits && row.dispute !== 'OPEN' && row.dispute !== 'CORRECTING' && { label: '异议', onPress: () => setDisputing({ line: row }) }]}
      />
      <Aging doc={first} mine />
      <Record doc={first} />
      <DetailSection title="附件">
        <AttachmentPanel type="statement" subjectId={first.id} />
      </DetailSection>
      {printing && <StatementPrint id={first.id} mine onClose={() => setPrinting(false)} />}
      {disputing && <DisputeDialog statement={first} line={disputing.line} onClose={() => setDisputing(undefined)} />}
    </DetailPage>
  );
}
