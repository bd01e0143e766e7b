import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { formatYuan, shownFen } from '~/shared/money';
import { call } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { EmptyState } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { Tabs } from '~/ui/kit/Tabs';
import { EnabledTag } from '~/ui/values/EnabledTag';
import { formatMoney } from '~/ui/values/format';
import { riskConfig } from '../calls';
import { type RiskKind, riskKinds, triggerWords } from '../risk';
import { RiskActions } from './RiskActions';

export type Home = AnswerOf<typeof riskConfig>;
export type Rule = Home['rules'][number];
const RiskDialog = late(() => import('./RiskDialog'));

/** 风控设置: what is done by itself, and what was done. */
export default function RiskHome({ first, tab, asked = {} }: { first: Home | null; tab: string; asked?: Record<string, string> }) {
  const [shown, setShown] = useState(first && tab !== 'actions' ? 'rules' : 'actions');
  const items = [
    ...(first ? [{ value: 'rules', label: '自动动作', content: <Rules first={first} onActions={() => setShown('actions')} /> }] : []),
    { value: 'actions', label: '动作记录与关注名单', content: <RiskActions asked={asked} /> },
  ];
  return <Tabs label="风控设置" items={items} value={shown} onChange={setShown} />;
}

function Rules({ first, onActions }: { first: Home; onActions: () => void }) {
  const [home, setHome] = useState(first);
  const [open, setOpen] = useState<{ rule: Rule | null } | null>(null);
  const reload = async () => setHome(await call(riskConfig, {}));
  const namesOf = (all: readonly { id: string; name: string }[], ids: readonly string[]) =>
    all
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join('、');
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm text-ink-3">每天凌晨按还款计划检查一次；同一笔逾期只执行一次，人工解除后不再重复。</p>
        <Button className="ml-auto" tone="primary" onPress={() => setOpen({ rule: null })}>
          新建动作
        </Button>
      </div>
      {home.rules.length === 0 && <EmptyState title="还没有自动动作" note="逾期客户只提醒，不会自动冻结或停止发货" />}
      <ul aria-label="自动动作" className="grid gap-3 lg:grid-cols-2">
        {home.rules.map((rule) => (
          <li key={rule.id} className="flex flex-col gap-2 rounded-lg border border-line bg-paper px-4 py-3 shadow-card">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="text-base font-semibold">{rule.name}</h2>
              <EnabledTag enabled={rule.enabled} />
              <Button className="ml-auto" size="sm" tone="link" onPress={() => setOpen({ rule })}>
                修改
              </Button>
            </div>
            <p>{`${triggerWords({ ...rule, overdueAmount: shownFen(rule.overdueAmount) }, (fen) => formatMoney(formatYuan(fen)))}，${riskKinds[rule.kind as RiskKind]}`}</p>
            <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
              <dt className="text-ink-3">适用等级</dt>
              <dd>{namesOf(home.levels, rule.levelIds) || '全部客户'}</dd>
              <dt className="text-ink-3">可解除的角色</dt>
              <dd>{namesOf(home.roles, rule.lifterRoleIds) || '有“审批授信”权限的人'}</dd>
              <dt className="text-ink-3">原因消除后</dt>
              <dd>{rule.liftsItself ? '自动解除' : '须人工解除'}</dd>
              <dt className="text-ink-3">执行中</dt>
              <dd>
                {rule.openCount > 0 ? (
                  <Button size="sm" tone="link" onPress={onActions}>
                    {`${rule.openCount}项`}
                  </Button>
                ) : (
                  '无'
                )}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
      {open && <RiskDialog home={home} rule={open.rule} onClose={() => setOpen(null)} onSaved={reload} />}
    </div>
  );
}
