import { useEffect, useState } from 'react';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { findLevels } from '~/domains/customer/pickers/levels';
import { FormTable } from '~/ui/form/FormTable';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { Option } from '~/ui/kit/types';
import { ruleNames, scopeNames } from '../visibility';
import type { RuleValues } from './formValues';

/** Which customers or levels see the product. */
export function VisibilityTable() {
  const [levels, setLevels] = useState<Option[]>([]);
  useEffect(() => {
    findLevels().then(setLevels, () => setLevels([]));
  }, []);
  return (
    <FormTable<RuleValues>
      name="visibility"
      label="可见范围"
      newRow={() => ({ rule: 'ALLOW', scope: 'CUSTOMER', scopeId: '', scopeName: '' })}
      max={500}
      columns={[
        { key: 'rule', title: '规则', options: optionsOf(ruleNames), width: 120 },
        { key: 'scope', title: '对象类型', options: optionsOf(scopeNames), width: 130 },
        {
          key: 'scopeId',
          title: '对象',
          required: true,
          width: 240,
          input: ({ props, row, set }) =>
            row.scope === 'LEVEL' ? (
              <Select {...props} options={levels} />
            ) : (
              <CustomerPicker {...props} shown={row.scopeName} onChange={(scopeId, option) => set({ scopeId, scopeName: option?.label ?? '' })} />
            ),
        },
      ]}
    />
  );
}
