import { z } from 'zod';
import { ApprovalPage } from '~/ui/approval/ApprovalPage';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { Input } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { customers } from './sampleData';

const Line = z.object({ code: z.string().trim().min(1, '请填写SKU编码'), qty: z.string().min(1, '请填写数量'), price: z.string() });
const SampleForm = z.object({
  customer: z.string().min(1, '请选择客户'),
  receiver: z.string().trim().min(1, '请填写收货人').max(20, '收货人不能超过20个字'),
  lines: z.array(Line).min(1, '至少一行商品'),
});
type SampleForm = z.input<typeof SampleForm>;
type Line = z.input<typeof Line>;
const lines: Line[] = [
  { code: 'FS-20-GR', qty: '60', price: '128.5' },
  { code: 'FS-05-WH', qty: '12', price: '42' },
];
const amountOf = ({ qty, price }: Line) => (Number(qty || 0) * Number(price || 0)).toFixed(2);

/** A form with lines and a page to decide on, as documents use them. Nothing is sent. */
export function PageSamples() {
  return (
    <>
      <FormPage<SampleForm>
        schema={SampleForm}
        defaults={{ customer: '2', receiver: '', lines }}
        submit={async ({ lines: filled }) => toast(`检查通过，共 ${filled.length} 行；本页不保存`, 'ok')}
      >
        <FormSection title="表单" columns={3}>
          <Field name="customer" label="客户" required>
            <Select options={customers} />
          </Field>
          <Field name="receiver" label="收货人" required hint="留空提交可看到错误怎样显示">
            <Input />
          </Field>
        </FormSection>
        <FormSection title="表单明细" flush>
          <FormTable<Line>
            name="lines"
            newRow={() => ({ code: '', qty: '', price: '' })}
            columns={[
              { key: 'code', title: 'SKU编码', kind: 'text', required: true },
              { key: 'qty', title: '数量', kind: 'qty', required: true },
              { key: 'price', title: '单价(元)', kind: 'price' },
              { key: 'amount', title: '金额(元)', kind: 'money', cell: (line) => <Money value={amountOf(line)} /> },
            ]}
          />
        </FormSection>
      </FormPage>
      <ApprovalPage
        title="详情与审批"
        no="SP20261120000003"
        status={<StatusTag status="PENDING" names={{ PENDING: '待审批' }} />}
        facts={[
          { label: '申请额度(元)', value: <Money value="500000" /> },
          { label: '当前额度(元)', value: <Money value="300000" /> },
        ]}
        records={[{ title: '提交申请', time: '2026-11-20 09:41', who: '业务员 周敏', tone: 'brand' }]}
        decide={async (decision) => toast(decision === 'PASS' ? '选择了通过，本页不保存' : '选择了驳回，本页不保存', 'info')}
      >
        <DetailSection title="申请资料">
          <Descriptions items={[{ label: '客户', value: '宁波海曙防水工程部' }, { label: '账期', value: '30 天' }, { label: '担保方式' }]} />
        </DetailSection>
        <DetailSection title="近三月采购" flush>
          <DetailTable<Line>
            rows={lines}
            rowKey={({ code }) => code}
            caption="近三月采购"
            columns={[
              { key: 'code', title: 'SKU编码' },
              { key: 'qty', title: '数量', kind: 'qty' },
              { key: 'price', title: '单价(元)', kind: 'price' },
            ]}
            totals={{ qty: '72' }}
          />
        </DetailSection>
      </ApprovalPage>
    </>
  );
}
