import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { PlaceInput } from '~/domains/region/pickers/PlaceInput';
import { href } from '~/portal/href';
import { blankOf, formOf } from '~/shared/documentFields';
import { call } from '~/shell/call';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { plainFields } from '~/ui/form/PlainField';
import { Select } from '~/ui/kit/Select';
import * as calls from '../calls';
import { contactRoles, isEditable, type ProjectState, projectFields, projectStates } from '../project';
import { ProjectForm as FormShape, type ProjectContact, type ProjectDetail } from '../project.schema';

interface Props {
  project?: ProjectDetail;
  /** Named by the page that led here. */
  customer?: { id: string; name: string } | undefined;
  members: readonly { id: string; name: string }[];
}

const Plain = plainFields(projectFields);
const newContact = (): ProjectContact => ({ id: '', name: '', role: '', mobile: '' });

export default function ProjectForm(props: Props) {
  const { project } = props;
  if (!project || isEditable(project.status)) return <OpenForm {...props} />;
  return (
    <NotEditable
      named={`项目“${project.name}”（${project.code}）`}
      state={projectStates[project.status as ProjectState]}
      note="终止后不能恢复，可以新建项目"
      detailHref={href('/portal/project/detail', { id: project.id })}
    />
  );
}

function OpenForm({ project, customer, members }: Props) {
  return (
    <FormPage<FormShape>
      schema={FormShape}
      keepsHidden={calls.projectUpdate.options.keepsHidden}
      defaults={project ? valuesOf(project) : { ...blankOf(projectFields), customerId: customer?.id ?? '', contacts: [], attachments: [] }}
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
        <Plain name="name" span={2} />
        <Plain name="code" hint={project ? '已有单据不受改动影响' : '留空由系统编号'} />
        <Plain name="customerId">
          <CustomerPicker {...shownOf(project?.customerName ?? customer?.name)} />
        </Plain>
        <Plain name="developer" />
        <Plain name="contractor" />
        <Plain name="kind" />
        <Plain name="stage" />
        <Plain name="salesMemberId">
          <Select options={members.map(({ id, name }) => ({ value: id, label: name }))} placeholder="未指定" />
        </Plain>
        <Plain name="province" label="所在地区">
          <PlaceInput />
        </Plain>
        <Plain name="address" span={2} />
      </FormSection>
      <FormSection title="计划">
        <Plain name="expectedQty" />
        <Plain name="expectedUnit" hint="如 吨、平方米、卷" />
        <Plain name="expectedAmount" />
        <Plain name="startDate" />
        <Plain name="endDate" />
        <Plain name="remark" span={4} lines />
      </FormSection>
      <FormSection title="联系人" flush>
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

const valuesOf = (project: ProjectDetail): FormShape => ({ ...formOf(projectFields, project), contacts: project.contacts, attachments: [] });
