import { type ReactNode, useState } from 'react';
import { Checkbox, RadioGroup, Switch } from '~/ui/kit/Checks';
import { Combobox } from '~/ui/kit/Combobox';
import { DateInput, DateRange } from '~/ui/kit/Dates';
import { FileDrop } from '~/ui/kit/FileDrop';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { Select } from '~/ui/kit/Select';
import { RegionCascade } from '~/ui/values/RegionCascade';
import { customers, levels, payWays, regionsBelow } from './sampleData';

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = `sample-${label}`;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm text-ink-2">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

const findCustomers = async (word: string) => customers.filter(({ label }) => label.includes(word.trim()));

/** Every input, alive. */
export function InputSamples() {
  const [range, setRange] = useState({ start: '2026-11-01', end: '2026-11-30' });
  const [customer, setCustomer] = useState('2');
  const [chosen, setChosen] = useState('A,B');
  const [pay, setPay] = useState('BALANCE');
  const [on, setOn] = useState(true);
  const [agreed, setAgreed] = useState(false);
  const [region, setRegion] = useState('330106');
  const [file, setFile] = useState<File | null>(null);
  return (
    <div className="grid gap-x-5 gap-y-4 rounded-lg border border-line bg-paper p-4 sm:grid-cols-2 lg:grid-cols-3">
      <Labelled label="文本">{(id) => <Input id={id} defaultValue="杭州蓝天建材" />}</Labelled>
      <Labelled label="有错误">{(id) => <Input id={id} defaultValue="1380000" invalid />}</Labelled>
      <Labelled label="只读">{(id) => <Input id={id} value="DD20261120000012" readOnly />}</Labelled>
      <Labelled label="不可用">{(id) => <Input id={id} defaultValue="系统生成" disabled />}</Labelled>
      <Labelled label="数量">{(id) => <NumberInput id={id} decimals={2} unit="桶" defaultValue="120.5" />}</Labelled>
      <Labelled label="下拉">{(id) => <Select id={id} options={payWays} placeholder="请选择" />}</Labelled>
      <Labelled label="客户（可搜索）">
        {(id) => (
          <Combobox
            id={id}
            load={findCustomers}
            value={customer}
            shown={customers.find(({ value }) => value === customer)?.label}
            onChange={setCustomer}
            clearable
          />
        )}
      </Labelled>
      <Labelled label="等级（多选）">{(id) => <MultiSelect id={id} options={levels} value={chosen} onChange={setChosen} />}</Labelled>
      <Labelled label="日期">{(id) => <DateInput id={id} defaultValue="2026-11-21" />}</Labelled>
      <Labelled label="下单时间">
        {(id) => <DateRange id={id} label="下单时间" start={range.start} end={range.end} onChange={(start, end) => setRange({ start, end })} />}
      </Labelled>
      <div className="sm:col-span-2">
        <Labelled label="地区">{(id) => <RegionCascade id={id} load={regionsBelow} value={region} onChange={setRegion} aria-label="地区" />}</Labelled>
      </div>
      <RadioGroup options={payWays} value={pay} onChange={setPay} aria-label="支付方式" />
      <div className="flex flex-wrap items-center gap-5">
        <Checkbox checked={agreed} onChange={setAgreed}>
          同意协议
        </Checkbox>
        <Checkbox indeterminate checked={false} onChange={() => setAgreed(true)}>
          部分选中
        </Checkbox>
        <Switch checked={on} onChange={setOn} label="自动签收" />
      </div>
      <Labelled label="备注">{(id) => <Textarea id={id} maxLength={200} defaultValue="请在工作日送货" />}</Labelled>
      <div className="sm:col-span-2 lg:col-span-3">
        <FileDrop accept=".xlsx,.csv" maxMb={10} onFile={setFile} file={file} hint="只在本页试选，不会上传" />
      </div>
    </div>
  );
}
