import { Card } from '~/ui/kit/Card';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { ProcessRules } from '../../process';
import { MOST_SUMMARY, rulesOf, tellRules, withdrawRules } from '../../processTree';
import { useDesigning } from './DesignContext';
import { Labelled } from './Labelled';

/** What holds for the process as a whole. */
export function ProcessRulesCard() {
  const { tree, fields, edit } = useDesigning();
  const rules = rulesOf(tree);
  const set = (change: Partial<ProcessRules>) => edit((now) => ({ ...now, rules: { ...rulesOf(now), ...change } }));
  return (
    <Card title="流程规则">
      <div className="grid gap-4 md:grid-cols-3">
        <Labelled label="发起人撤回" hint="管理员终止流程不受此限">
          {(id) => (
            <Select
              id={id}
              options={optionsOf(withdrawRules)}
              value={rules.withdraw}
              onChange={(value) => set({ withdraw: value as ProcessRules['withdraw'] })}
            />
          )}
        </Labelled>
        <Labelled label="通知发起人" hint="驳回、退回和终止总会通知">
          {(id) => (
            <Select
              id={id}
              options={optionsOf(tellRules)}
              value={rules.tellStarter}
              onChange={(value) => set({ tellStarter: value as ProcessRules['tellStarter'] })}
            />
          )}
        </Labelled>
        <Labelled label="摘要字段" hint={`待办与已办列表中显示，最多${MOST_SUMMARY}个；不选则按单据默认`}>
          {(id) => (
            <MultiSelect
              id={id}
              placeholder="按单据默认"
              options={fields.map(({ key, label }) => ({ value: key, label, disabled: rules.summary.length >= MOST_SUMMARY && !rules.summary.includes(key) }))}
              value={rules.summary.join(',')}
              onChange={(value) => set({ summary: value.split(',').filter(Boolean) })}
            />
          )}
        </Labelled>
      </div>
    </Card>
  );
}
