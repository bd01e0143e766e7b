import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { PlaceInput } from '~/domains/region/pickers/PlaceInput';
import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import * as calls from '../calls';
import { blankProject, ProjectForm as FormShape, type ProjectContact, type ProjectDetail } from '../project';
import { contactRoles, projectKinds, projectStages } from '../projectState';

interface Props {
  project?: ProjectDetail;
  /** Named by the page that led here. */
  customer?: { id: string; name: string } | undefined;
  members: readonly { id: string; name: string }[];
}

const newContact = (): ProjectContact => ({ id: '', name: '', role: '', mobile: '' });

export default function ProjectForm({ project, customer, members }: Props) {
  return (
    <FormPage<FormShape>
      schema={FormShape}
      defaults={project ? valuesOf(project) : { ...blankProject, customerId: customer?.id ?? '' }}
      draftKey={`project/${project ? `${project.id}/${project.version}` : 'new'}`}
      cancelHref={project ? href('/portal/project/detail', { id: project.id }) : '/portal/project/list'}
      latest={project && (async () => fresh(await call(calls.projectGet, { id: project.id })))}
      submit={async ({ attachments, ...values }, key, confirm, version = project?.version) => {
        const saved = project
          ? await call(calls.projectUpdate, { ...values, id: project.id, version: version as number, confirm }, { key })
          : await call(calls.projectCreate, { ...values, attachments, confirm }, { key });
        location.assign(href('/portal/project/detail', { id: saved.id }));
      }}
    >
      <FormSection title="基本信息">
        <Field name="name" label="项目名称" required span={2}>
          <Input maxLength={80} />
        </Field>
        <Field name="code" label="项目编号" hint={project ? '已有单据不受改动影响' : '留空由系统编号'}>
          <Input maxLength={30} />
        </Field>
        <Field name="customerId" label="客户" required>
          <CustomerPicker {...shownOf(project?.customerName ?? customer?.name)} />
        </Field>
        <Field name="developer" label="开发商">
          <Input maxLength={60} />
        </Field>
        <Field name="contractor" label="总包单位">
          <Input maxLength={60} />
        </Field>
        <Field name="kind" label="项目类型" required>
          <Select options={optionsOf(projectKinds)} />
        </Field>
        <Field name="stage" label="项目阶段" required>
          <Select options={optionsOf(projectStages)} />
        </Field>
        <Field name="salesMemberId" label="业务员">
          <Select options={members.map(({ id, name }) => ({ value: id, label: name }))} placeholder="未指定" />
        </Field>
        <Field name="province" label="所在地区">
          <PlaceInput />
        </Field>
        <Field name="address" label="详细地址" span={2}>
          <Input maxLength={120} />
        </Field>
      </FormSection>
      <FormSection title="计划">
        <Field name="expectedQty" label="预计用量">
          <NumberInput decimals={4} />
        </Field>
        <Field name="expectedUnit" label="计量单位" hint="如 吨、平方米、卷">
          <Input maxLength={10} />
        </Field>
        <Field name="expectedAmount" label="预计金额">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="startDate" label="计划开工">
          <DateInput />
        </Field>
        <Field name="endDate" label="计划完工">
          <DateInput />
        </Field>
        <Field name="remark" label="备注" span={4}>
          <Textarea maxLength={300} />
        </Field>
      </FormSection>
      <FormSection title="联系人" columns={1}>
        <FormTable<ProjectContact>
          name="contacts"
          label="联系人"
          newRow={newContact}
          min={0}
          max={20}
          columns={[
            { key: 'name', title: '姓名', required: true, width: 140 },
            { key: 'role', title: '职务', width: 140, options: contactRoles.map((value) => ({ value, label: value })) },
            { key: 'mobile', title: '电话', width: 160 },
          ]}
        />
      </FormSection>
      {!project && (
        <FormSection title="附件" columns={1}>
          <Field name="attachments" label="合同、中标通知、图纸等">
            <AttachmentInput />
          </Field>
        </FormSection>
      )}
    </FormPage>
  );
}

const shownOf = (name: string | undefined) => (name ? { shown: name } : {});

const fresh = (project: ProjectDetail) => ({ values: valuesOf(project), version: project.version });

function valuesOf(project: ProjectDetail): FormShape {
  const { code, name, customerId, developer, contractor, province, city, district, address, expectedUnit, remark, contacts } = project;
  return {
    code,
    name,
    customerId,
    developer,
    contractor,
    province,
    city,
    district,
    address,
    expectedUnit,
    remark,
    contacts,
    kind: project.kind as FormShape['kind'],
    stage: project.stage as FormShape['stage'],
    expectedQty: project.expectedQty ?? '',
    expectedAmount: project.expectedAmount ?? '',
    startDate: project.startDate ?? '',
    endDate: project.endDate ?? '',
    salesMemberId: project.salesMemberId ?? '',
    attachments: [],
  };
}
