import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { call, newKey } from '~/shell/call';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { confirm } from '~/ui/kit/confirm';
import { Link } from '~/ui/kit/Link';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { strategyChangeDecide, strategyChangeWithdraw } from '../change/calls';
import { strategyChangeKinds, strategyChangePath, strategyChangeStates, strategyChangeTones } from '../change/strategyChange';
import type { StrategyChangeDetail as Detail } from '../change/strategyChange.schema';
import { strategyPath } from './paths';

type Strategy = Detail['strategies'][number];

export default function StrategyChangeDetail({ change }: { change: Detail }) {
  const ref = { id: change.id, version: change.version };
  const decide = async (pass: boolean) => {
    const key = newKey();
    const agreed = await confirm({
      title: `${pass ? '通过' : '驳回'}价格策略变更单${change.no}？`,
      ok: pass ? '通过' : '驳回',
      ...(pass ? { body: `${change.names}从现在起按变更后取价。` } : { tone: 'danger' as const, reason: { label: '驳回原因', max: 200 } }),
    });
    if (!agreed) return;
    await call(strategyChangeDecide, { ...ref, pass, opinion: agreed.reason ?? '' }, { key });
    location.reload();
  };
  const withdraw = async () => {
    const key = newKey();
    if (!(await confirm({ title: `撤回价格策略变更单${change.no}？`, body: '撤回后这些价格策略不变。', ok: '撤回' }))) return;
    await call(strategyChangeWithdraw, ref, { key });
    location.reload();
  };
  return (
    <DetailPage
      title="价格策略变更单"
      no={change.no}
      status={<StatusTag status={change.status} names={strategyChangeStates} tones={strategyChangeTones} />}
      backHref={`${strategyChangePath}s`}
      facts={[
        { label: '变更方式', value: strategyChangeKinds[change.kind] },
        { label: '策略条数', value: change.lineCount },
      ]}
      actions={[
        change.mayDecide && { label: '通过', tone: 'primary', onPress: () => decide(true) },
        change.mayDecide && { label: '驳回', tone: 'danger', onPress: () => decide(false) },
        change.status === 'PENDING' && change.mine && { label: '撤回', onPress: withdraw },
        approvalWay('priceStrategyChange', change.id),
      ]}
    >
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '价格策略', value: change.names, span: 2 },
            { label: '提交人', value: change.creator },
            { label: '提交时间', value: <DateTime value={change.createdAt} /> },
            { label: '审批人', value: change.decider },
            { label: '审批时间', value: <DateTime value={change.decidedAt ?? undefined} /> },
            change.opinion !== '' && { label: '意见', value: change.opinion },
          ]}
        />
      </DetailSection>
      {change.strategies.map((one, index) => (
        <DetailSection
          key={`${one.strategyId}/${index}`}
          title={`${one.action}：${one.name}`}
          note={one.strategyId && <Link href={href(`${strategyPath}/detail`, { id: one.strategyId })}>{one.no}</Link>}
          flush
        >
          <Changes one={one} />
        </DetailSection>
      ))}
    </DetailPage>
  );
}

const Changes = ({ one }: { one: Strategy }) => (
  <DetailTable
    caption={`${one.name}的变更`}
    rows={one.changes}
    rowKey={(row) => row.label}
    columns={[
      { key: 'label', title: '内容', width: 140 },
      { key: 'before', title: '变更前', cell: (row) => row.before || '无' },
      { key: 'after', title: '变更后', cell: (row) => row.after || '无' },
    ]}
  />
);
