import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type RepayWay, repayWays } from '~/domains/credit/pickers/termsNames';
import { shownFen, shownYuan } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { Alert } from '~/ui/kit/Feedback';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { sentenceOf } from '~/ui/kit/sentence';
import { toast } from '~/ui/kit/toast';
import type { Column } from '~/ui/list/types';
import { formatMoney } from '~/ui/values/format';
import { changeSubmit, changeTry } from '../calls';
import { dueText } from '../pickers/itemColumns';
import type { ChangeTrial, ItemDetail } from '../repayment.schema';

type Row = ChangeTrial['before'][number];
type Of = Pick<ItemDetail, 'creditOrderId' | 'agreement' | 'today'>;
interface Draft {
  way: string;
  days: string;
  billDay: string;
  instalments: string;
  graceDays: string;
  startOn: string;
  reason: string;
}
interface Figure {
  name: string;
  before: string;
  after: string;
  by: string;
}
const figureColumns: Column<Figure>[] = [
  { key: 'name', title: '比较' },
  { key: 'before', title: '原计划', align: 'right' },
  { key: 'after', title: '新计划', align: 'right' },
  { key: 'by', title: '变化', align: 'right' },
];
function figuresOf({ worthBefore, worthAfter }: ChangeTrial): Figure[] {
  const money = (name: string, before: string, after: string): Figure => ({
    name,
    before: formatMoney(before),
    after: formatMoney(after),
    by: signed(differenceOf(before, after)),
  });
  return [
    money('现值(元)', worthBefore.value, worthAfter.value),
    money('按期还的利息(元)', worthBefore.interest, worthAfter.interest),
    {
      name: '平均占用天数',
      before: String(worthBefore.days),
      after: String(worthAfter.days),
      by: signed(String(worthAfter.days - worthBefore.days)),
    },
  ];
}
function differenceOf(before: string, after: string): string {
  const [was, is] = [shownFen(before), shownFen(after)];
  return shownYuan(was === null || is === null ? null : is - was);
}
const signed = (text: string): string => (text.startsWith('-') || /^(0(\.00)?|\*+)$/.test(text) ? text : `+${text}`);

const columns: Column<Row>[] = [
  { key: 'no', title: '期次' },
  { key: 'due', title: '应还日', cell: (row) => dueText({ dueOn: row.due, provisional: row.provisional }) },
  { key: 'principal', title: '本金(元)', kind: 'money' },
];
const given = ({ creditOrderId, agreement }: Of, { way, days, billDay, instalments, graceDays, startOn }: Draft) => ({
  creditOrderId,
  startOn,
  terms: { ...agreement, way: way as RepayWay, days: Number(days), billDay: Number(billDay), instalments: Number(instalments), graceDays: Number(graceDays) },
});

/** 变更还款周期: the open rest planned anew, old and new side by side before it is asked for. */
export function ChangeDialog({ of, onClose, onDone }: { of: Of; onClose: () => void; onDone: () => void }) {
  const key = useMemo(newKey, []);
  const { way, days, billDay, instalments, graceDays } = of.agreement;
  const defaults: Draft = {
    way,
    days: String(days),
    billDay: String(billDay),
    instalments: String(instalments),
    graceDays: String(graceDays),
    startOn: of.today,
    reason: '',
  };
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title="变更还款周期"
      width="xl"
      defaults={defaults}
      ok="提交审批"
      submit={async (draft) => {
        const { no } = await call(changeSubmit, { ...given(of, draft), reason: draft.reason }, { key });
        toast(`还款周期变更单${no}已提交审批`, 'ok');
        onDone();
      }}
    >
      <Agreement />
      <Field name="reason" label="变更原因" required>
        <Textarea maxLength={200} />
      </Field>
      <SideBySide of={of} />
    </FormDialog>
  );
}

function Agreement() {
  const way = useWatch<Draft, 'way'>({ name: 'way' });
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Field name="way" label="账期方式" required>
        <Select options={optionsOf(repayWays)} />
      </Field>
      {way === 'INSTALMENTS' ? (
        <Field name="instalments" label="期数" required>
          <NumberInput decimals={0} unit="期" />
        </Field>
      ) : (
        <Field name="days" label="账期" required>
          <NumberInput decimals={0} unit="天" />
        </Field>
      )}
      {way === 'MONTHLY' && (
        <Field name="billDay" label="账单日" required hint="31为每月最后一天">
          <NumberInput decimals={0} unit="日" />
        </Field>
      )}
      <Field name="startOn" label="起算日" required>
        <DateInput />
      </Field>
      <Field name="graceDays" label="宽限期" required>
        <NumberInput decimals={0} unit="天" />
      </Field>
    </div>
  );
}

function SideBySide({ of }: { of: Of }) {
  const draft = useWatch<Draft>() as Draft;
  const [state, setState] = useState<{ trial?: ChangeTrial; problem?: string }>({});
  const asked = JSON.stringify(given(of, draft));
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      call(changeTry, JSON.parse(asked)).then(
        (trial) => !stale && setState({ trial }),
        (error: unknown) => !stale && setState({ problem: sentenceOf(error) }),
      );
    }, 400);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [asked]);
  if (state.problem) return <Alert tone="danger">{state.problem}</Alert>;
  if (!state.trial) return null;
  const { trial } = state;
  return (
    <div className="flex flex-col gap-4">
      <DetailTable<Figure> caption="新旧计划的差别" rows={figuresOf(trial)} columns={figureColumns} rowKey={(row) => row.name} />
      <p className="text-xs text-ink-3">现值含按期归还时今天起的利息，{trial.discount}。</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <section>
          <h3 className="mb-2 text-sm font-medium">原计划（未还）</h3>
          <DetailTable<Row> caption="原计划" rows={state.trial.before} columns={columns} rowKey={(row) => row.no} />
        </section>
        <section>
          <h3 className="mb-2 text-sm font-medium">新计划</h3>
          <DetailTable<Row> caption="新计划" rows={state.trial.after} columns={columns} rowKey={(row) => row.no + row.due} />
        </section>
      </div>
    </div>
  );
}
