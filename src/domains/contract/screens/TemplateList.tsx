import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import { CONTRACT_TEMPLATE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { confirm } from '~/ui/kit/confirm';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { templateList, templateStandard, templateSwitch } from '../calls';
import { contractKinds, templateStates as states } from '../contract';
import type { TemplateRow } from '../template.schema';
import { ORDER_HOME } from './homes';

const page = `${ORDER_HOME}/template` as const;

async function standard(list: ListHandle<TemplateRow>): Promise<void> {
  if (!(await confirm({ title: '使用标准模板？', body: '将按名称补齐还没有的标准模板，已有的模板不受影响。使用前请由法务审阅。' }))) return;
  const { made } = await call(templateStandard, {}, { key: newKey() });
  toast(made ? `已添加${made}份标准模板` : '标准模板都已存在', 'ok');
  list.reload();
}

async function switched(row: TemplateRow): Promise<boolean> {
  const enabled = row.status !== 'ENABLED';
  if (
    !(await confirm({
      title: `${enabled ? '启用' : '停用'}模板“${row.name}”？`,
      ...(enabled ? {} : { body: '停用后不能再用它起草合同，已起草的合同不受影响。' }),
    }))
  )
    return false;
  await call(templateSwitch, { id: row.id, version: row.version, enabled }, { key: newKey() });
  return true;
}

export default function TemplateList({ first, query }: { first: AnswerOf<typeof templateList>; query: Record<string, string> }) {
  const keeps = useCan(CONTRACT_TEMPLATE);
  return (
    <ListPage<TemplateRow>
      title="合同模板"
      source={{ id: 'contract/templates', first, query, load: (q) => call(templateList, q as never) }}
      filters={[
        { kind: 'text', key: 'name', label: '模板名称' },
        { kind: 'select', key: 'kind', label: '合同类型', options: optionsOf(contractKinds) },
        { kind: 'select', key: 'status', label: '状态', options: optionsOf(states) },
      ]}
      columns={[
        { key: 'name', title: '模板名称', fixed: true, sortable: true, cell: (row) => <Link href={href(page, { id: row.id })}>{row.name}</Link> },
        { key: 'kind', title: '合同类型', cell: (row) => contractKinds[row.kind] },
        { key: 'currentNo', title: '版本', cell: (row) => `第${row.currentNo}版` },
        { key: 'uses', title: '已起草合同', align: 'right', cell: (row) => (row.uses >= 1000 ? '1000+' : row.uses) },
        { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={states} tones={{ ENABLED: 'ok', DISABLED: 'neutral' }} /> },
        { key: 'remark', title: '备注', width: 160, wrap: true },
        { key: 'updater', title: '更新人' },
        { key: 'updatedAt', title: '更新时间', kind: 'minute', sortable: true },
      ]}
      buttons={(list) => [
        keeps && { label: '新建模板', tone: 'primary', href: page },
        keeps && { label: '使用标准模板', onPress: () => standard(list) },
        exportAction('contract-template', list),
      ]}
      rowActions={(row, list) => [
        keeps && { label: '编辑', href: href(page, { id: row.id }) },
        row.status === 'ENABLED' &&
          row.kind !== 'RESCISSION' && { label: '起草合同', href: href(`${ORDER_HOME}/create` as const, { kind: row.kind, templateId: row.id }) },
        keeps && { label: row.status === 'ENABLED' ? '停用' : '启用', onPress: async () => (await switched(row)) && list.reload() },
      ]}
    />
  );
}
