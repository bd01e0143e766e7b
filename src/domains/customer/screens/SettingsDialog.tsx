import { useWatch } from 'react-hook-form';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { RadioGroup } from '~/ui/kit/Checks';
import { NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { InputProps } from '~/ui/kit/types';
import type { CustomerLevel, CustomerRow } from '../customer.schema';
import { settings } from '../customerParts';
import type { SalesArea } from '../customerParts.schema';
import { customerSet } from '../partCalls';
import { TagsInput } from './TagsInput';

interface Draft {
  what: keyof typeof settings;
  levelId: string;
  salesAreaId: string;
  paymentDays: string;
  addTags: string;
  removeTags: string;
}
interface Props {
  customers: readonly CustomerRow[];
  levels: readonly CustomerLevel[];
  areas: readonly SalesArea[];
  tags: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** 批量设置: one thing of many customers. */
export function SettingsDialog({ customers, levels, areas, tags, onClose, onDone }: Props) {
  const submit = async (draft: Draft) => {
    const { results } = await call(customerSet, {
      items: customers.map(({ id, version }) => ({ id, version })),
      what: draft.what,
      value: draft[draft.what],
    });
    const failed = results.filter((one) => !one.ok);
    toast([`已设置${results.length - failed.length}个客户`, ...new Set(failed.map((one) => one.message))].join('\n'), failed.length ? 'warn' : 'ok');
    onDone();
  };
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title={`批量设置（${customers.length}个客户）`}
      defaults={{ what: 'levelId', levelId: '', salesAreaId: '', paymentDays: '30', addTags: '', removeTags: '' }}
      submit={submit}
      ok="保存"
    >
      <Field name="what" label="设置内容" required>
        <RadioGroup options={optionsOf(settings)} />
      </Field>
      <Value levels={levels} areas={areas} tags={tags} />
    </FormDialog>
  );
}

function Value({ levels, areas, tags }: Pick<Props, 'levels' | 'areas' | 'tags'>) {
  const what = useWatch({ name: 'what' }) as Draft['what'];
  const input: Record<Draft['what'], React.ReactElement<InputProps>> = {
    levelId: <Select options={levels.map(({ id, name }) => ({ value: id, label: name }))} placeholder="未分级" />,
    salesAreaId: <Select options={areas.map(({ id, path }) => ({ value: id, label: path }))} placeholder="未指定" />,
    paymentDays: <NumberInput unit="天" />,
    addTags: <TagsInput known={tags} />,
    removeTags: <TagsInput known={tags} />,
  };
  const hints = {
    levelId: '',
    salesAreaId: '南区、东区、北区、特区及其下级的客户为会员',
    paymentDays: '0到365；已生成的应收到期日不变',
    addTags: '多个用“、”分隔，已有的标签保留',
    removeTags: '多个用“、”分隔，没有该标签的客户不变',
  };
  return (
    <Field key={what} name={what} label={settings[what]} required={what === 'paymentDays' || what === 'addTags' || what === 'removeTags'} hint={hints[what]}>
      {input[what]}
    </Field>
  );
}
