import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CONTRACT_TEMPLATE } from '~/portal/permissions';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { Button } from '~/ui/kit/Button';
import { Checkbox } from '~/ui/kit/Checks';
import { Alert } from '~/ui/kit/Feedback';
import { Input, Textarea } from '~/ui/kit/Input';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { templateDetail, templatePreview, templateSave, templateVersion } from '../calls';
import { type ContractKind, contractKinds } from '../contract';
import { blockKinds, conditionOps } from '../fill';
import type { TemplateDetail } from '../template.schema';
import { tablesOf, valueKinds, variablesOf } from '../variables';
import { ORDER_HOME } from './homes';
import { blankTemplate, newBlock, newField, type TemplateDraft, templateDraftOf, templateWire } from './templateDraft';

const TextPreview = late(() => import('./TextPreview'));
const list = `${ORDER_HOME}/templates`;
type Row = TemplateDraft['blocks'][number];

/** A template: its text block by block, each with the condition it stands under; every save is a version of its own. */
export default function TemplateForm({ template }: { template: TemplateDetail | null }) {
  const [defaults] = useState(() => (template ? templateDraftOf(template) : blankTemplate()));
  const keeps = useCan(CONTRACT_TEMPLATE);
  return (
    <>
      <FormPage<TemplateDraft>
        defaults={defaults}
        draftKey={`contractTemplate/${template ? `${template.id}/${template.version}` : 'new'}`}
        cancelHref={list}
        latest={
          template === null
            ? undefined
            : async () => {
                const now = await call(templateDetail, { id: template.id });
                return { values: templateDraftOf(now), version: now.version };
              }
        }
        buttons={keeps ? [{ key: 'save', label: template ? '保存为新版本' : '保存', tone: 'primary' }] : []}
        submit={async (draft, _button, _confirmed, version = template?.version) => {
          await call(templateSave, { ...templateWire(draft), id: template?.id ?? '', version }, { key: newKey() });
          toast(`模板“${draft.name}”已保存`, 'ok');
          location.assign(list);
        }}
      >
        {!keeps && <Alert tone="info">只能查看：修改模板需要“维护合同模板”权限，请联系管理员</Alert>}
        <fieldset disabled={!keeps} className="contents">
          <FormSection title="基本信息" columns={3}>
            <Field name="name" label="模板名称" required>
              <Input maxLength={60} />
            </Field>
            <Field name="kind" label="合同类型" required>
              <Select options={optionsOf(contractKinds)} readOnly={template !== null} />
            </Field>
            <Field name="title" label="合同标题" required hint="印在正文第一页">
              <Input maxLength={100} />
            </Field>
            <Field name="remark" label="备注" span={3}>
              <Input maxLength={200} />
            </Field>
          </FormSection>
          <FormSection title="自定义填写项" flush note="起草合同时由经办人填写，在正文中按名称引用">
            <FormTable<TemplateDraft['fields'][number]>
              name="fields"
              label="填写项"
              newRow={newField}
              min={0}
              max={30}
              columns={[
                { key: 'label', title: '名称', required: true, width: 200 },
                { key: 'kind', title: '类型', required: true, width: 140, options: optionsOf(valueKinds) },
                {
                  key: 'required',
                  title: '必填',
                  width: 90,
                  input: ({ props, row, set }) => (
                    <Checkbox id={props.id} value={row.required} onChange={(required: boolean) => set({ required })}>
                      必填
                    </Checkbox>
                  ),
                },
              ]}
            />
          </FormSection>
          <Known />
          <FormSection title="正文" columns={1} note="条款自动编号；条件不成立的段落不出现在合同中">
            <FormTable<Row>
              name="blocks"
              label="正文"
              newRow={newBlock}
              ordered
              min={1}
              max={200}
              columns={[
                { key: 'kind', title: '段落', required: true, width: 130, options: optionsOf(blockKinds) },
                {
                  key: 'text',
                  title: '内容',
                  required: true,
                  width: 420,
                  wide: true,
                  input: ({ props }) => <Textarea {...(props as object)} rows={2} maxLength={4000} />,
                },
                { key: 'label', title: '条件字段', width: 130 },
                { key: 'op', title: '条件', width: 110, options: optionsOf(conditionOps) },
                { key: 'value', title: '条件的值', width: 110 },
              ]}
            />
            {keeps && <Look />}
          </FormSection>
        </fieldset>
      </FormPage>
      {template && <Versions template={template} />}
    </>
  );
}

/** Every version there was; contracts name theirs. */
function Versions({ template }: { template: TemplateDetail }) {
  const [shown, setShown] = useState<number>();
  return (
    <DetailSection title="版本记录" note="每次保存产生新版本；已起草的合同仍用起草时的版本" flush>
      <DetailTable<TemplateDetail['versions'][number]>
        caption="版本记录"
        rows={template.versions}
        rowKey={(row) => String(row.no)}
        columns={[
          { key: 'no', title: '版本', cell: (row) => `第${row.no}版${row.no === template.currentNo ? '（当前）' : ''}` },
          { key: 'creator', title: '保存人' },
          { key: 'createdAt', title: '保存时间', kind: 'time' },
        ]}
        rowActions={(row) => [{ label: '查看正文', onPress: () => setShown(row.no) }]}
      />
      {shown !== undefined && (
        <TextPreview
          title={`${template.name} 第${shown}版`}
          load={() => call(templateVersion, { id: template.id, no: shown })}
          onClose={() => setShown(undefined)}
        />
      )}
    </DetailSection>
  );
}

/** What may be named in the text. */
function Known() {
  const [kind, fields] = useWatch<TemplateDraft, ['kind', 'fields']>({ name: ['kind', 'fields'] });
  const names = [...variablesOf(kind as ContractKind), ...fields.filter((one) => one.label)];
  const tables = tablesOf(kind as ContractKind);
  return (
    <FormSection title="可用字段" columns={1} note="写成 {{字段}}；金额还可写成 {{合同金额|大写}}">
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-2">
        {names.map((one) => (
          <code key={one.label} className="rounded bg-sunken px-1">{`{{${one.label}}}`}</code>
        ))}
      </p>
      {tables.length > 0 && <p className="text-sm text-ink-3">可用表格：{tables.map((one) => one.label).join('、')}（段落选“表格”，内容填表格名称）</p>}
    </FormSection>
  );
}

function Look() {
  const draft = useWatch<TemplateDraft>() as TemplateDraft;
  const [looking, setLooking] = useState(false);
  const load = () => {
    const { kind, title, blocks, fields } = templateWire(draft);
    return call(templatePreview, { kind, title, blocks, fields });
  };
  return (
    <div>
      <Button onClick={() => setLooking(true)}>预览正文</Button>
      {looking && <TextPreview load={load} onClose={() => setLooking(false)} />}
    </div>
  );
}
