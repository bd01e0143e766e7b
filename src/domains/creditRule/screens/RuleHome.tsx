import { useState } from 'react';
import { CREDIT_CONFIG } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { EmptyState } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { Tabs } from '~/ui/kit/Tabs';
import { toast } from '~/ui/kit/toast';
import { ruleList, ruleSwitch } from '../calls';
import { RuleCard } from './RuleCard';
import { Specials } from './Specials';

export type Home = AnswerOf<typeof ruleList>;
export type RuleShown = Home['rules'][number];
type Open = { what: 'edit' | 'history'; rule: RuleShown | null } | { what: 'try' } | null;

const RuleEditor = late(() => import('./RuleEditor'));
const RuleHistory = late(() => import('./RuleHistory'));
const Checks = late(() => import('./Checks'));
const DryRun = late(() => import('./DryRun'));

/** 授信规则: what is asked before credit is granted or used, and who was let through all the same. */
export default function RuleHome({ first, tab, checked = {} }: { first: Home | null; tab: string; checked?: Record<string, string> }) {
  const [shown, setShown] = useState(tab === 'checks' ? 'checks' : first && tab !== 'special' ? 'rules' : 'special');
  const items = [
    ...(first ? [{ value: 'rules', label: '规则', content: <Rules first={first} /> }] : []),
    { value: 'special', label: '特批', content: <Specials asked={tab === 'special' ? checked : {}} /> },
    { value: 'checks', label: '检查记录', content: <Checks of={checked} filtered /> },
  ];
  return <Tabs label="授信规则与特批" items={items} value={shown} onChange={setShown} />;
}

function Rules({ first }: { first: Home }) {
  const may = useCan(CREDIT_CONFIG);
  const [home, setHome] = useState(first);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const reload = async () => setHome(await call(ruleList, {}));
  const turn = async (rule: RuleShown) => {
    const off = rule.enabled;
    if (
      !(await confirm({
        title: `${off ? '停用' : '启用'}规则“${rule.name}”？`,
        body: off ? '从今天起不再检查，之前的检查结果仍按当时的版本保留。' : '从今天起重新检查。',
      }))
    )
      return;
    await call(ruleSwitch, { id: rule.id, version: rule.ver, enabled: !off });
    await reload();
    toast(off ? '规则已停用' : '规则已启用', 'ok');
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm text-ink-3">按优先级从小到大检查；“直接放行”命中后，后面的规则不再检查；其余取最严的一种处理。</p>
        <span className="ml-auto flex gap-2">
          <Button onPress={() => setOpen({ what: 'try' })}>试跑</Button>
          {may && (
            <Button tone="primary" onPress={() => setOpen({ what: 'edit', rule: null })}>
              新建规则
            </Button>
          )}
        </span>
      </div>
      {home.rules.length === 0 && <EmptyState title="还没有授信规则" note="没有规则时，只检查可用额度、单笔限额和有效期" />}
      <ul aria-label="授信规则" className="grid gap-3 lg:grid-cols-2">
        {home.rules.map((rule) => (
          <RuleCard
            key={rule.id}
            rule={rule}
            may={may}
            onEdit={() => setOpen({ what: 'edit', rule })}
            onTurn={() => turn(rule)}
            onHistory={() => setOpen({ what: 'history', rule })}
          />
        ))}
      </ul>
      {open?.what === 'edit' && <RuleEditor home={home} rule={open.rule} onClose={close} onSaved={reload} />}
      {open?.what === 'history' && open.rule && <RuleHistory rule={open.rule} onClose={close} />}
      {open?.what === 'try' && <DryRun onClose={close} />}
    </div>
  );
}
