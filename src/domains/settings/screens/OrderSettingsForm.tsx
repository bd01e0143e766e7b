import { useState } from 'react';
import { z } from 'zod';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { Card } from '~/ui/kit/Card';
import { NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { Column } from '~/ui/list/types';
import { type numberPreview, orderSettingsRead, orderSettingsSave } from '../calls';
import { auditModes, reserveMoments, stockSights } from '../orderSettings';

type First = AnswerOf<typeof orderSettingsRead>;
type Numbers = AnswerOf<typeof numberPreview>['documents'];
const yesNo = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
];

const Draft = z.object({
  auditMode: z.string(),
  twoPersonAudit: z.string(),
  reserveAt: z.string(),
  allowShort: z.string(),
  dealerSeesStock: z.string(),
  payFirst: z.string(),
  tailLimit: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, '请输入金额，最多两位小数'),
  autoSignDays: z.string().regex(/^([1-9]|[1-8]\d|90)$/, '请输入1到90的整数'),
  returnDays: z.string().regex(/^\d{1,3}$/, '请输入0到365的整数'),
  waybillRequired: z.string(),
  statementAuto: z.string(),
  statementDay: z.string().regex(/^([1-9]|1\d|2[0-8])$/, '请输入1到28的整数'),
});
type Draft = z.infer<typeof Draft>;

const draftOf = ({ config }: First): Draft => ({
  ...config,
  autoSignDays: String(config.autoSignDays ?? 7),
  returnDays: String(config.returnDays ?? 0),
  tailLimit: config.tailLimit ?? '1.00',
  auditMode: config.auditMode ?? 'MANUAL',
  reserveAt: config.reserveAt ?? 'AUDIT',
  dealerSeesStock: config.dealerSeesStock ?? 'HINT',
  allowShort: String(config.allowShort ?? false),
  payFirst: String(config.payFirst ?? false),
  waybillRequired: String(config.waybillRequired ?? false),
  twoPersonAudit: String(config.twoPersonAudit ?? false),
  statementAuto: String(config.statementAuto ?? true),
  statementDay: String(config.statementDay ?? 3),
});

const latestConfig = async () => {
  const now = await call(orderSettingsRead, {});
  return { values: draftOf(now), version: now.version };
};

/** How this factory runs its orders. */
export default function OrderSettingsForm({ first, numbers }: { first: First; numbers: Numbers }) {
  const [version, setVersion] = useState(first.version);
  const submit = async (draft: Draft, _key: string, _confirmed: boolean, latest = version) => {
    const config = {
      ...draft,
      autoSignDays: Number(draft.autoSignDays),
      returnDays: Number(draft.returnDays),
      allowShort: draft.allowShort === 'true',
      payFirst: draft.payFirst === 'true',
      waybillRequired: draft.waybillRequired === 'true',
      twoPersonAudit: draft.twoPersonAudit === 'true',
      statementAuto: draft.statementAuto === 'true',
      statementDay: Number(draft.statementDay),
    } as First['config'];
    const saved = await call(orderSettingsSave, { config, version: latest });
    setVersion(saved.version);
    toast('基础配置已保存，从下一张订单起生效', 'ok');
  };
  return (
    <FormPage<Draft> schema={Draft} defaults={draftOf(first)} submit={submit} latest={latestConfig} draftKey="orderSettings">
      <Auditing />
      <Stock />
      <Paying />
      <Shipping />
      <NumberPreview numbers={numbers} />
    </FormPage>
  );
}

const Auditing = () => (
  <FormSection title="审核">
    <Field name="auditMode" label="审核方式">
      <Select options={optionsOf(auditModes)} />
    </Field>
    <Field name="twoPersonAudit" label="双人审核" hint="提交人、制单人不能审核自己的订单、出入库单和调拨单">
      <Select options={yesNo} />
    </Field>
  </FormSection>
);

const Stock = () => (
  <FormSection title="库存">
    <Field name="reserveAt" label="占用时点">
      <Select options={optionsOf(reserveMoments)} />
    </Field>
    <Field name="allowShort" label="允许欠货" hint="库存不足时仍可通过，差额记为欠货">
      <Select options={yesNo} />
    </Field>
    <Field name="dealerSeesStock" label="经销商可见库存">
      <Select options={optionsOf(stockSights)} />
    </Field>
  </FormSection>
);

const Paying = () => (
  <FormSection title="付款">
    <Field name="payFirst" label="先款后货" hint="线下付款的订单须确认到款后才能发货">
      <Select options={yesNo} />
    </Field>
    <Field name="tailLimit" label="尾差核销上限(元)">
      <NumberInput decimals={2} />
    </Field>
    <Field name="statementAuto" label="自动生成对账单" hint="每月为有往来或余额的客户生成上月草稿，核对后发送">
      <Select options={yesNo} />
    </Field>
    <Field name="statementDay" label="对账单生成日" hint="每月几日生成上月的草稿，1到28日">
      <NumberInput decimals={0} unit="日" />
    </Field>
  </FormSection>
);

const Shipping = () => (
  <FormSection title="发货与签收">
    <Field name="waybillRequired" label="发货需物流单号" hint="快递、物流方式出库时必填">
      <Select options={yesNo} />
    </Field>
    <Field name="autoSignDays" label="自动签收天数" hint="发货后到期未签收的自动签收，1到90天">
      <NumberInput decimals={0} unit="天" />
    </Field>
    <Field name="returnDays" label="退货时限" hint="经销商签收后多少天内可申请退货，0为不限；厂家代客退货不受限">
      <NumberInput decimals={0} unit="天" />
    </Field>
  </FormSection>
);

const numberColumns: readonly Column<Numbers[number]>[] = [
  { key: 'name', title: '单据' },
  { key: 'prefix', title: '前缀' },
  { key: 'next', title: '今日下一个编号' },
];

const NumberPreview = ({ numbers }: { numbers: Numbers }) => (
  <Card title="编号预览" note="前缀＋日期＋6位流水，每日从1起；提交时才取号，多人同时提交时可能跳号" flush>
    <DetailTable caption="编号预览" rows={numbers} columns={numberColumns} rowKey={(row) => row.prefix} />
  </Card>
);
