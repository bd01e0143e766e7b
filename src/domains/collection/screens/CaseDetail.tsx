import { useState } from 'react';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { href } from '~/portal/href';
import { CONTRACT_CREATE, URGE_LEAD, URGE_WORK } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { Timeline } from '~/ui/kit/Timeline';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { caseGet } from '../calls';
import { caseSources, caseStates, caseTones, isOpenCase, recordKinds } from '../case';
import { dial, dropPromise, move, pauseMany, unlock } from './caseDialogs';
import { debtColumns, letterColumns, promiseColumns, returnColumns, StepLine, TaskList } from './caseParts';

type Doc = AnswerOf<typeof caseGet>;
const RecordDialog = late(() => import('./RecordDialog'));
const PromiseDialog = late(() => import('./PromiseDialog'));
const LetterDialog = late(() => import('./LetterDialog'));
const StrategyDialog = late(() => import('./StrategyDialog'));
const AssignDialog = late(() => import('./AssignDialog'));

type Open = { what: 'record'; task?: { id: string; channel: string } } | { what: 'promise' | 'letter' | 'strategy' | 'assign' } | null;

/** A case: who owes what, what was said and promised, and what comes next. */
export default function CaseDetail({ first }: { first: Doc }) {
  const [canWork, canLead, canSign] = [useCan(URGE_WORK), useCan(URGE_LEAD), useCan(CONTRACT_CREATE)];
  const [open, setOpen] = useState<Open>(null);
  const live = isOpenCase(first.status);
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const reload = () => location.reload();
  const promised = first.promises.some(({ status }) => status === 'OPEN');
  return (
    <DetailPage
      title={first.customerName}
      no={first.no}
      status={<StatusTag status={first.status} names={caseStates} tones={caseTones} />}
      facts={[
        { label: '逾期金额', value: <Money value={first.overdueAmount} sign /> },
        { label: '未收金额', value: <Money value={first.openAmount} sign /> },
        { label: '最长逾期', value: `${first.overdueDays}天` },
        { label: '争议金额', value: <Money value={first.disputedAmount} sign /> },
      ]}
      actions={[
        canWork && live && first.customer.contactMobile !== '' && { label: '打电话', onPress: () => dial(first.id, () => setOpen({ what: 'record' })) },
        canWork && live && { label: '记录跟进', tone: 'primary', onPress: () => setOpen({ what: 'record' }) },
        canWork && live && !promised && { label: '登记承诺', onPress: () => setOpen({ what: 'promise' }) },
        canSign &&
          live &&
          !promised && {
            label: '还款承诺书',
            href: href('/portal/supplyChain/factory/smartContract/create', { kind: 'PROMISE', bizType: 'urge_case', bizId: first.id }),
          },
        canWork && live && { label: '发函', onPress: () => setOpen({ what: 'letter' }) },
        canWork && live && { label: '阶段回款', href: href('/portal/receiveAdmin/collection/createPayment', { caseId: first.id }) },
        canLead && live && { label: '指派', onPress: () => setOpen({ what: 'assign' }) },
        canLead && live && { label: '更换策略', onPress: () => setOpen({ what: 'strategy' }) },
        canLead && live && first.locked && { label: '按规则匹配策略', onPress: () => again(unlock(first)) },
        canLead && live && { label: first.paused ? '恢复提醒' : '暂停提醒', onPress: () => pauseMany([first.id], !first.paused, reload) },
        canLead && live && first.status !== 'ESCALATED' && { label: '升级/转法务', onPress: () => again(move(first, 'ESCALATED')) },
        canLead && first.status === 'ESCALATED' && { label: '退回催收', onPress: () => again(move(first, 'WORKING')) },
        canLead && first.status === 'ESCALATED' && { label: '转坏账', tone: 'danger', onPress: () => again(move(first, 'BAD')) },
      ]}
      backHref="/portal/receiveAdmin/collection/list"
    >
      {first.paused && live && <Alert tone="warn">自动提醒已暂停，欠款仍在跟踪。</Alert>}
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-3">
          <TaskList tasks={first.tasks} may={canWork} onDo={(task) => setOpen({ what: 'record', task })} />
          <DetailSection title="逾期与未到期清单" flush>
            <DetailTable caption="欠款清单" rows={first.debts} columns={debtColumns} empty="没有未收的应收" />
          </DetailSection>
          <DetailSection title="催收记录">
            <Timeline
              items={first.timeline.map((one) => ({
                title: [one.kind === 'OLD' ? '催款' : recordKinds[one.kind], one.channel, one.contact, one.result].filter(Boolean).join(' · '),
                who: one.actor,
                time: <DateTime value={one.at} />,
                note: `${one.content}${one.nextFollowOn ? `（下次跟进${one.nextFollowOn}）` : ''}`,
              }))}
            />
          </DetailSection>
        </div>
        <div className="flex flex-col gap-3">
          <DetailSection title="案件信息">
            <Descriptions
              columns={1}
              items={[
                { label: '联系人', value: [first.customer.contactName, first.customer.contactMobile].filter(Boolean).join(' ') },
                { label: '客户等级', value: first.customer.levelName },
                { label: '业务员', value: first.customer.salesName },
                { label: '催收员', value: first.ownerName },
                { label: '策略', value: first.strategyName ? `${first.strategyName}${first.locked ? '（手工指定）' : ''}` : '没有适用的策略' },
                { label: '下一步', value: first.nextWords },
                { label: '下次跟进', value: first.followOn ?? '' },
                { label: '来源', value: `${caseSources[first.source]}（${first.creator}）` },
                { label: '违约承诺', value: `${first.broken}次` },
                first.reason !== '' && { label: '说明', value: first.reason },
                { label: '客户档案', value: <Link href={href('/portal/customer/detail', { id: first.customerId })}>查看客户</Link> },
              ]}
            />
          </DetailSection>
          {first.steps.length > 0 && (
            <DetailSection title={first.cycleNo > 0 ? `策略步骤（第${first.cycleNo}轮）` : '策略步骤'}>
              <StepLine steps={first.steps} />
            </DetailSection>
          )}
          <DetailSection title="承诺" flush>
            <DetailTable
              caption="承诺"
              rows={first.promises}
              columns={promiseColumns(canWork ? (promiseId, broken) => again(dropPromise(first.id, promiseId, broken)) : undefined)}
              empty="还没有承诺"
            />
          </DetailSection>
          <DetailSection title="函件" flush>
            <DetailTable caption="函件" rows={first.letters} columns={letterColumns} empty="还没有发函" />
          </DetailSection>
          <DetailSection title="阶段回款" flush>
            <DetailTable caption="阶段回款" rows={first.returns} columns={returnColumns} empty="还没有登记阶段回款" />
          </DetailSection>
          <DetailSection title="附件">
            <AttachmentPanel type="urge_case" subjectId={first.id} />
          </DetailSection>
        </div>
      </div>
      {open?.what === 'record' && (
        <RecordDialog
          of={{ ...first, contactName: first.customer.contactName }}
          {...(open.task ? { task: open.task } : {})}
          onClose={() => setOpen(null)}
          onDone={reload}
        />
      )}
      {open?.what === 'promise' && <PromiseDialog of={{ ...first, contactName: first.customer.contactName }} onClose={() => setOpen(null)} onDone={reload} />}
      {open?.what === 'letter' && <LetterDialog of={first} onClose={() => setOpen(null)} onDone={reload} />}
      {open?.what === 'strategy' && <StrategyDialog of={first} onClose={() => setOpen(null)} onDone={reload} />}
      {open?.what === 'assign' && <AssignDialog ids={[first.id]} onClose={() => setOpen(null)} onDone={reload} />}
    </DetailPage>
  );
}
