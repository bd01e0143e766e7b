import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { displayYuan, parseYuan } from '~/shared/money';
import { call } from '~/shell/call';
import { FormTable } from '~/ui/form/FormTable';
import { Button } from '~/ui/kit/Button';
import { Alert } from '~/ui/kit/Feedback';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { sentenceOf } from '~/ui/kit/sentence';
import { formatMoney } from '~/ui/values/format';
import { payPreview } from '../calls';
import type { PayPreview } from '../pay.schema';
import { restWays } from '../plan';

const money = /^\d{1,12}(\.\d{1,2})?$/;
export interface Part {
  receivableId: string;
  no: string;
  dueDate: string;
  nature: string;
  open: string;
  disputed: string;
  amount: string;
  /** What is left open: 部分 or 抹零. */
  rest: string;
}
/** What the form around it holds. */
interface Held {
  customerId: string;
  amount: string;
  parts: Part[];
}
export const typed = (text: string): bigint => (money.test(text) ? parseYuan(text) : 0n);

type Columns = Parameters<typeof FormTable<Part>>[0]['columns'];
const difference: Columns[number] = {
  key: 'rest',
  title: '差额处理',
  width: 130,
  input: ({ props, row }) =>
    typed(row.amount) > 0n && typed(row.amount) < typed(row.open) ? (
      <Select {...props} options={optionsOf(restWays)} />
    ) : (
      <span className="text-ink-3">- -</span>
    ),
};

/** The customer's open debts, filled in by due date once a sum is known. `matching`: of money that was registered before. */
export function PayParts({ matching = false }: { matching?: boolean }) {
  const { setValue } = useFormContext<Held>();
  const [customerId, amount, parts] = useWatch<Held, ['customerId', 'amount', 'parts']>({ name: ['customerId', 'amount', 'parts'] });
  const [state, setState] = useState<{ preview?: PayPreview; problem?: string }>({});
  const load = async (sum: string) => {
    try {
      const preview = await call(payPreview, { customerId, amount: sum });
      setState({ preview });
      setValue('parts', preview.parts.map(partOf), { shouldDirty: sum !== '0' });
    } catch (error) {
      setState({ problem: sentenceOf(error) });
    }
  };
  useEffect(() => {
    setValue('parts', []);
    setState({});
    if (customerId) void load('0');
  }, [customerId]);
  if (state.problem) return <Alert tone="danger">{state.problem}</Alert>;
  if (!customerId) return <p className="text-ink-3">选择客户后显示未收的应收</p>;
  if (state.preview && state.preview.parts.length === 0) return <p className="text-ink-3">该客户没有可核销的应收，到账金额全部转为预收</p>;
  const applied = parts.reduce((sum, part) => sum + typed(part.amount), 0n);
  const rest = typed(amount) - applied;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <Button size="sm" disabled={typed(amount) === 0n} onPress={() => load(amount)}>
          自动核销（先到期先核销）
        </Button>
        <span className={rest < 0n ? 'text-danger' : 'text-ink-2'}>
          本次核销{displayYuan(applied)}元，{rest < 0n ? `超过到账金额${displayYuan(-rest)}元` : `转预收${displayYuan(rest)}元`}
        </span>
      </div>
      <FormTable<Part>
        name="parts"
        label="应收"
        newRow={() => ({ receivableId: '', no: '', dueDate: '', nature: '', open: '', disputed: '', amount: '', rest: 'KEEP' })}
        min={0}
        max={200}
        columns={[
          { key: 'no', title: '应收单号', width: 160, cell: (row) => row.no },
          { key: 'nature', title: '款项性质', width: 90, cell: (row) => row.nature },
          { key: 'dueDate', title: '到期日', width: 110, cell: (row) => row.dueDate },
          { key: 'open', title: '未收(元)', width: 120, kind: 'money', cell: (row) => row.open },
          { key: 'disputed', title: '争议(元)', width: 110, kind: 'money', cell: (row) => row.disputed },
          { key: 'amount', title: '本次核销(元)', width: 140, kind: 'money' },
          ...(matching ? [] : [difference]),
        ]}
      />
      {state.preview && !matching && (
        <p className="mt-2 text-sm text-ink-3">
          差额不超过{formatMoney(state.preview.roundingLimit)}元时可以申请抹零，银行手续费不超过{formatMoney(state.preview.feeLimit)}元，由其他人审批后生效
        </p>
      )}
    </>
  );
}

const partOf = (row: PayPreview['parts'][number]): Part => ({
  receivableId: row.id,
  no: row.no,
  dueDate: row.dueDate,
  nature: row.nature,
  open: row.open,
  disputed: row.disputed,
  amount: row.apply === '0.00' ? '' : row.apply,
  rest: 'KEEP',
});
