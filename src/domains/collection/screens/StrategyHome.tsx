import { useState } from 'react';
import { URGE_CONFIG } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { confirm } from '~/ui/kit/confirm';
import { EmptyState } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { Tabs } from '~/ui/kit/Tabs';
import { toast } from '~/ui/kit/toast';
import { StatusTag } from '~/ui/values/StatusTag';
import { strategyHome, strategyPublish, strategySwitch } from '../calls';
import { strategyStates } from '../strategy';
import { StepTrack } from './StepTrack';

export type Home = AnswerOf<typeof strategyHome>;
export type Shown = Home['strategies'][number];
type Open = { what: 'edit'; of: Shown | null } | { what: 'replay'; of: Shown } | null;

const StrategyEditor = late(() => import('./StrategyEditor'));
const TemplateList = late(() => import('./TemplateList'));
const ReplayDialog = late(() => import('./ReplayDialog'));

/** 催收策略: when customers are reminded and how, tried on the past before it is trusted. */
export default function StrategyHome({ first }: { first: Home }) {
  return (
    <div className="flex flex-col gap-3">
      <h1 className="text-2xl">催收策略</h1>
      <Tabs
        label="策略与模板"
        items={[
          { value: 'strategies', label: '策略', content: <Strategies first={first} /> },
          { value: 'templates', label: '函件模板', content: <TemplateList words={first.words} /> },
        ]}
      />
    </div>
  );
}

function Strategies({ first }: { first: Home }) {
  const may = useCan(URGE_CONFIG);
  const [home, setHome] = useState(first);
  const [open, setOpen] = useState<Open>(null);
  const reload = async () => setHome(await call(strategyHome, {}));
  const publish = async (of: Shown) => {
    const agreed = await confirm({
      title: `发布“${of.name}”第${of.draft?.ver ?? ''}版？`,
      body: '发布后，新一轮催收按新版本执行；进行中的一轮按原版本走完。建议先做历史回放。',
      ok: '发布',
    });
    if (!agreed) return;
    await call(strategyPublish, { id: of.id, version: of.version }, { key: newKey() });
    await reload();
    toast('策略已发布', 'ok');
  };
  const turn = async (of: Shown) => {
    const off = of.status === 'ENABLED';
    if (
      !(await confirm({
        title: `${off ? '停用' : '启用'}“${of.name}”？`,
        body: off ? '该策略的案件改由其他适用的策略接手，没有的由人跟进。' : '按优先级重新匹配案件。',
      }))
    )
      return;
    await call(strategySwitch, { id: of.id, version: of.version, enabled: !off }, { key: newKey() });
    await reload();
    toast(off ? '策略已停用' : '策略已启用', 'ok');
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm text-ink-3">按优先级从小到大匹配客户；案件手工指定策略后不再随规则更换。</p>
        {may && (
          <Button tone="primary" className="ml-auto" onPress={() => setOpen({ what: 'edit', of: null })}>
            新建策略
          </Button>
        )}
      </div>
      {home.strategies.length === 0 && <EmptyState title="还没有催收策略" note="没有策略时，逾期客户仍会自动建案，由人跟进" />}
      {home.strategies.map((of) => {
        const spec = (of.draft ?? of.published)?.spec;
        return (
          <Card
            key={of.id}
            title={of.name}
            note={
              <span className="flex flex-wrap items-center gap-2">
                <StatusTag status={of.status} names={strategyStates} />
                优先级{of.priority} · {of.published ? `执行第${of.published.ver}版` : '未发布'}
                {of.draft && ` · 草稿第${of.draft.ver}版`} · {of.cases}个案件
              </span>
            }
            actions={
              may
                ? [
                    { label: '历史回放', onPress: () => setOpen({ what: 'replay', of }) },
                    { label: '编辑', onPress: () => setOpen({ what: 'edit', of }) },
                    of.draft && { label: '发布', tone: 'primary', onPress: () => publish(of) },
                    of.published && { label: of.status === 'ENABLED' ? '停用' : '启用', onPress: () => turn(of) },
                  ]
                : []
            }
          >
            {spec && <StepTrack spec={spec} />}
          </Card>
        );
      })}
      {open?.what === 'edit' && <StrategyEditor home={home} of={open.of} onClose={() => setOpen(null)} onSaved={reload} />}
      {open?.what === 'replay' && <ReplayDialog of={open.of} onClose={() => setOpen(null)} />}
    </div>
  );
}
