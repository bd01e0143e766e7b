import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { PlaceInput } from '~/domains/region/pickers/PlaceInput';
import { href } from '~/portal/href';
import { CUSTOMER_TRANSFER } from '~/portal/permissions';
import { formOf } from '~/shared/documentFields';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { plainFields } from '~/ui/form/PlainField';
import { RadioGroup, Switch } from '~/ui/kit/Checks';
import { Alert } from '~/ui/kit/Feedback';
import { Input, NumberInput } from '~/ui/kit/Input';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import * as calls from '../calls';
import { blankCustomer } from '../customer';
import { type CustomerDetail, type CustomerLevel, type Duplicate, CustomerForm as FormShape } from '../customer.schema';
import { customerFields } from '../customerFields';
import { customerStates, customerTypes, isEditable } from '../customerNames';
import { contactRoles } from '../customerParts';
import type { SalesArea } from '../customerParts.schema';
import { TagsInput } from './TagsInput';

interface Props {
  customer?: CustomerDetail;
  levels: CustomerLevel[];
  members: { id: string; name: string }[];
  areas: SalesArea[];
  /** Borne by customers now. */
  tags: string[];
}

const Plain = plainFields(customerFields);
const startOptions = [
  { value: 'ACTIVE', label: '合作' },
  { value: 'POTENTIAL', label: '潜在' },
];
const typeOptions = optionsOf(customerTypes);

export default function CustomerForm(props: Props) {
  const { customer } = props;
  if (!customer || isEditable(customer.status)) return <OpenForm {...props} />;
  return (
    <NotEditable
      named={`客户“${customer.name}”`}
      state={customerStates[customer.status] as string}
      note="请在合并后的客户上编辑"
      detailHref={href('/portal/customer/detail', { id: customer.id })}
    />
  );
}

function OpenForm({ customer, levels, members, areas, tags }: Props) {
  const list = '/portal/customer/list';
  const transfers = useCan(CUSTOMER_TRANSFER);
  const ownerFixed = Boolean(customer?.salesMemberId) && !transfers;
  return (
    <FormPage<FormShape>
      schema={FormShape}
      keepsHidden={calls.customerUpdate.options.keepsHidden}
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
        <Plain name="name" />
        <Plain name="shortName" />
        <Plain name="code" hint={customer ? '已有单据不受改动影响' : '留空由系统编号'} />
        <IdentityField />
        <Plain name="levelId">
          <Select options={levels.map(({ id, name }) => ({ value: id, label: name }))} placeholder="未分级" />
        </Plain>
        {!customer && (
          <Field name="status" label="客户状态" hint="潜在客户转为合作后才能下单">
            <RadioGroup options={startOptions} />
          </Field>
        )}
        <Duplicates id={customer?.id ?? ''} />
      </FormSection>
      <FormSection title="联系与地址">
        <Plain name="contactName" />
        <Plain name="contactRole">
          <Select options={contactRoles.map((value) => ({ value, label: value }))} placeholder="未指定" />
        </Plain>
        <Plain name="contactMobile" {...(customer ? { hint: '已部分隐藏；修改时请输入完整号码' } : {})} />
        <Plain name="email" />
        <Plain name="province" label="所在地区">
          <PlaceInput />
        </Plain>
        <Plain name="address" span={2} />
      </FormSection>
      <FormSection title="业务设置">
        <Field name="salesAreaId" label="销售区域" hint="南区、东区、北区、特区及其下级的客户为会员">
          <Select options={areas.map(({ id, path }) => ({ value: id, label: path }))} placeholder="未指定" />
        </Field>
        <Plain name="salesMemberId" {...(ownerFixed ? { hint: '更换业务员须有“转移客户”的权限' } : {})}>
          <Select disabled={ownerFixed} options={members.map(({ id, name }) => ({ value: id, label: name }))} placeholder="未指定" />
        </Plain>
        <Plain name="paymentDays" hint="0到365，发货后多少天到期">
          <NumberInput unit="天" />
        </Plain>
        <Field name="stockVisible" label="库存数量">
          <Switch label="允许该客户查看具体库存数量" />
        </Field>
        <Plain name="tags" span={2} hint="多个用“、”分隔，每个最多12个字，最多10个">
          <TagsInput known={tags} />
        </Plain>
        <Plain name="remark" span={3} lines />
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
function Duplicates({ id }: { id: string }) {
  const [name, uscc, mobile] = useWatch({ name: ['name', 'uscc', 'contactMobile'] }) as string[];
  const [duplicates, setDuplicates] = useState<Duplicate[]>([]);
  useEffect(() => {
    if (!name && !uscc && !mobile) return setDuplicates([]);
    let current = true;
    const timer = setTimeout(() => {
      call(calls.customerDuplicates, { id, name: name ?? '', uscc: (uscc ?? '').slice(0, 18), mobile: (mobile ?? '').slice(0, 11) }).then(
        (found) => current && setDuplicates(found.duplicates),
        () => undefined,
      );
    }, 600);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, name, uscc, mobile]);
  if (duplicates.length === 0) return null;
  return (
    <div className="sm:col-span-2 lg:col-span-full">
      <Alert tone="warn" title="可能与已有客户重复">
        <ul>
          {duplicates.map((duplicate) => (
            <li key={`${duplicate.name}${duplicate.why}`}>
              {duplicate.id ? (
                <Link
                  href={href('/portal/customer/detail', { id: duplicate.id })}
                  target="_blank"
                  rel="noreferrer"
                >{`${duplicate.name}（${duplicate.code}）`}</Link>
              ) : (
                duplicate.name
              )}
              {`：${duplicate.why}${duplicate.sales ? `，业务员${duplicate.sales}` : ''}${duplicate.id ? '' : '，不在您的数据范围内'}`}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

const fresh = (customer: CustomerDetail) => ({ values: valuesOf(customer), version: customer.version });

const valuesOf = (customer: CustomerDetail): FormShape => ({
  ...formOf(customerFields, customer),
  customerType: customer.customerType === 1 ? '1' : '2',
  uscc: customer.uscc,
  idCard: customer.idCard,
  salesAreaId: customer.salesAreaId ?? '',
  regionLabel: '',
  stockVisible: customer.stockVisible,
});
