import { useEffect, useMemo, useState } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { Option } from '~/ui/kit/types';
import { caseChoose, strategyHome } from '../calls';

/** 更换策略: by hand, so that rules leave it alone. */
export default function StrategyDialog({ of, onClose, onDone }: { of: { id: string; no: string; version: number }; onClose: () => void; onDone: () => void }) {
  const key = useMemo(newKey, []);
  const [options, setOptions] = useState<readonly Option[]>([]);
  useEffect(() => {
    void call(strategyHome, {}).then(({ strategies }) =>
      setOptions(strategies.filter(({ status }) => status === 'ENABLED').map(({ id, name }) => ({ value: id, label: name }))),
    );
  }, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`更换策略：${of.no}`}
      defaults={{ strategyId: '' }}
      ok="更换"
      submit={async ({ strategyId }) => {
        await call(caseChoose, { id: of.id, version: of.version, strategyId }, { key });
        toast('策略已更换，从新策略的起点开始', 'ok');
        onDone();
      }}
    >
      <Field name="strategyId" label="催收策略" required>
        <Select options={options} />
      </Field>
    </FormDialog>
  );
}
