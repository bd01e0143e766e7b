import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { PlaceInput } from '~/domains/region/pickers/PlaceInput';
import { href } from '~/portal/href';
import { CUSTOMER_TRANSFER } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { RadioGroup, Switch } from '~/ui/kit/Checks';
import { Alert } from '~/ui/kit/Feedback';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import * as calls from '../calls';
import { blankCustomer, type CustomerDetail, type CustomerLevel, CustomerForm as FormShape, type Twin } from '../customer';
import { customerTypes } from '../customerNames';
import { contactRoles, type SalesArea } from '../customerParts';

interface Props {
  customer?: CustomerDetail;
  levels: CustomerLevel[];
  members: { id: string; name: string }[];
  areas: SalesArea[];
}

const startOptions = [
  { value: 'ACTIVE', label: '合作' },
  { value: 'POTENTIAL', label: '潜在' },
];
const typeOptions = optionsOf(customerTypes);

export default function CustomerForm({ customer, levels, members, areas }: Props) {
  const list = '/portal/customer/list';
  const transfers = useCan(CUSTOMER_TRANSFER);
  const ownerFixed = Boolean(customer?.salesMemberId) && !transfers;
  return (
    <FormPage<FormShape>
      schema={FormShape}
      defaults={customer ? valuesOf(customer) : blankCustomer}
      draftKey={`customer/${customer ? `${customer.id}/${customer.version}` : 'new'}`}
      cancelHref={customer ? href('/portal/customer/detail', { id: customer.id }) : list}
      latest={customer && (async () => fresh(await call(calls.customerGet, { id: customer.id })))}
      submit={async (values, key, confirm, version = customer?.version) => {
        const saved = customer
          ? await call(calls.customerUpdate, { ...values, id: customer.id, version: version as number, confirm }, { key })
          : await call(calls.customerCreate, { ...values, confirm }, { key });
        location.assign(href('/portal/customer/detail', { id: saved.id }));
      }}
    >
      <FormSection title="基本信息">
        <Field name="customerType" label="客户类型" required>
          <RadioGroup options={typeOptions} />
        </Field>
        <Field name="name" label="客户名称" required>
          <Input maxLength={60} />
        </Field>
        <Field name="shortName" label="简称">
          <Input maxLength={30} />
        </Field>
        <Field name="code" label="客户编码" hint={customer ? '已有单据不受改动影响' : '留空由系统编号'}>
          <Input maxLength={20} />
        </Field>
        <IdentityField />
        <Field name="levelId" label="客户级别">
          <Select options={levels.map(({ id, name }) => ({ value: id, label: name }))} placeholder="未分级" />
        </Field>
        {!customer && (
          <Field name="status" label="客户状态" hint="潜在客户转为合作后才能下单">
            <RadioGroup options={startOptions} />
          </Field>
        )}
        <Twins id={customer?.id ?? ''} />
      </FormSection>
      <FormSection title="联系与地址">
        <Field name="contactName" label="联系人">
          <Input maxLength={30} />
        </Field>
        <Field name="contactRole" label="职务">
          <Select options={contactRoles.map((value) => ({ value, label: value }))} placeholder="未指定" />
        </Field>
        <Field name="contactMobile" label="手机号" {...(customer ? { hint: '已部分隐藏；修改时请输入完整号码' } : {})}>
          <Input maxLength={11} />
        </Field>
        <Field name="email" label="邮箱">
          <Input maxLength={100} />
        </Field>
        <Field name="province" label="所在地区">
          <PlaceInput />
        </Field>
        <Field name="address" label="详细地址" span={2}>
          <Input maxLength={120} />
        </Field>
      </FormSection>
      <FormSection title="业务设置">
        <Field name="salesAreaId" label="销售区域" hint="南区、东区、北区、特区及其下级的客户为会员">
          <Select options={areas.map(({ id, path }) => ({ value: id, label: path }))} placeholder="未指定" />
        </Field>
        <Field name="salesMemberId" label="业务员" {...(ownerFixed ? { hint: '更换业务员须有“转移客户”的权限' } : {})}>
          <Select disabled={ownerFixed} options={members.map(({ id, name }) => ({ value: id, label: name }))} placeholder="未指定" />
        </Field>
        <Field name="paymentDays" label="账期天数" required hint="0到365，发货后多少天到期">
          <NumberInput unit="天" />
        </Field>
        <Field name="stockVisible" label="库存数量">
          <Switch label="允许该客户查看具体库存数量" />
        </Field>
        <Field name="remark" label="备注" span={3}>
          <Textarea maxLength={300} />
        </Field>
      </FormSection>
    </FormPage>
  );
}

/** An enterprise has a credit code, a person an identity card. */
function IdentityField() {
  const type = useWatch({ name: 'customerType' }) as string;
  return type === '1' ? (
    <Field name="idCard" label="身份证号" hint="仅显示首6位与末4位">
      <Input maxLength={18} />
    </Field>
  ) : (
    <Field name="uscc" label="统一社会信用代码">
      <Input maxLength={18} />
    </Field>
  );
}

/** Asks while typing, so nobody fills in a whole form for a customer that exists. */
function Twins({ id }: { id: string }) {
  const [name, uscc, mobile] = useWatch({ name: ['name', 'uscc', 'contactMobile'] }) as string[];
  const [twins, setTwins] = useState<Twin[]>([]);
  useEffect(() => {
    if (!name && !uscc && !mobile) return setTwins([]);
    let current = true;
    const timer = setTimeout(() => {
      call(calls.customerTwins, { id, name: name ?? '', uscc: (uscc ?? '').slice(0, 18), mobile: (mobile ?? '').slice(0, 11) }).then(
        (found) => current && setTwins(found.twins),
        () => undefined,
      );
    }, 600);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, name, uscc, mobile]);
  if (twins.length === 0) return null;
  return (
    <div className="sm:col-span-2 lg:col-span-full">
      <Alert tone="warn" title="可能与已有客户重复">
        <ul>
          {twins.map((twin) => (
            <li key={`${twin.name}${twin.why}`}>
              {twin.id ? (
                <Link href={href('/portal/customer/detail', { id: twin.id })} target="_blank" rel="noreferrer">{`${twin.name}（${twin.code}）`}</Link>
              ) : (
                twin.name
              )}
              {`：${twin.why}${twin.sales ? `，业务员${twin.sales}` : ''}${twin.id ? '' : '，不在您的数据范围内'}`}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

const fresh = (customer: CustomerDetail) => ({ values: valuesOf(customer), version: customer.version });

function valuesOf(customer: CustomerDetail): FormShape {
  const { code, name, shortName, uscc, idCard, province, city, district, address, contactName, contactMobile, email, stockVisible, remark } = customer;
  return {
    code,
    name,
    shortName,
    uscc,
    idCard,
    province,
    city,
    district,
    address,
    contactName,
    contactMobile,
    email,
    stockVisible,
    remark,
    customerType: customer.customerType === 1 ? '1' : '2',
    levelId: customer.levelId ?? '',
    salesMemberId: customer.salesMemberId ?? '',
    salesAreaId: customer.salesAreaId ?? '',
    regionLabel: '',
    contactRole: customer.contactRole,
    paymentDays: String(customer.paymentDays),
  };
}
