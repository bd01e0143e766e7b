import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { useContactNumbers } from '~/domains/customer/pickers/useContactNumbers';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { placeText } from '~/domains/region/pickers/placeText';
import { href } from '~/portal/href';
import { ORDER_ADD } from '~/portal/permissions';
import { choiceName } from '~/shared/documentFields';
import { call } from '~/shell/call';
import { useCan, useMe } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailTable } from '~/ui/detail/DetailTable';
import { fieldItems } from '~/ui/detail/fieldItems';
import { type SlotTab, slotTabs } from '~/ui/detail/slots';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { Tabs } from '~/ui/kit/Tabs';
import { DateTime } from '~/ui/values/DateTime';
import { formatQty } from '~/ui/values/format';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { projectReveal } from '../calls';
import { isEditable, projectFields, projectStates } from '../project';
import type { ProjectDetail as Detail } from '../project.schema';
import { moveProject, transitionsOf } from './transitions';

const F = '/portal/supplyChain/factory';
const added = import.meta.glob<{ tabs: readonly SlotTab<Detail>[] }>('../../*/slots/projectDetail.tsx', { eager: true });

export default function ProjectDetail({ project }: { project: Detail }) {
  const canOrder = useCan(ORDER_ADD);
  const permissions = useMe()?.permissions ?? [];
  return (
    <DetailPage
      title={project.name}
      no={project.code}
      status={<StatusTag status={project.status} names={projectStates} />}
      backHref="/portal/project/list"
      facts={[
        { label: '预计用量', value: project.expectedQty ? `${formatQty(project.expectedQty)} ${project.expectedUnit}` : '- -' },
        { label: '预计金额(元)', value: <Money value={project.expectedAmount} /> },
        { label: `已下单(元) · ${project.orderCount}张`, value: <Money value={project.orderAmount} /> },
        { label: '已发货(元)', value: <Money value={project.shippedAmount} /> },
      ]}
      actions={[
        isEditable(project.status) && { label: '编辑', href: href('/portal/project/edit', { id: project.id }), tone: 'primary' },
        project.status === 'ACTIVE' &&
          canOrder && { label: '新建订单', href: href(`${F}/order/create`, { customerId: project.customerId, projectId: project.id }) },
        ...transitionsOf(project).map((transition) => ({
          label: transition.label,
          onPress: async () => (await moveProject(project, transition)) && location.reload(),
        })),
      ]}
    >
      {project.stateReason && project.status !== 'ACTIVE' && (
        <Alert tone="warn" title={`${choiceName(projectStates, project.status)}原因`}>
          {project.stateReason}
        </Alert>
      )}
      <Card>
        <Tabs
          label="项目资料"
          items={[
            { value: 'base', label: '基本信息', content: <Basics project={project} /> },
            { value: 'contact', label: '联系人', count: project.contacts.length, content: <Contacts project={project} /> },
            ...slotTabs(added, project, permissions),
            { value: 'files', label: '附件', content: <AttachmentPanel type="project" subjectId={project.id} /> },
            { value: 'log', label: '日志', content: <LogTimeline log={project.log} /> },
          ]}
        />
      </Card>
    </DetailPage>
  );
}

function Basics({ project }: { project: Detail }) {
  const item = fieldItems(projectFields, project);
  return (
    <Descriptions
      items={[
        item('code', { copy: true }),
        item('customerId', { value: <CustomerLink of={project} /> }),
        item('salesMemberId', { value: project.salesName }),
        item('developer'),
        item('contractor'),
        item('kind'),
        item('stage'),
        item('startDate'),
        item('endDate'),
        { label: '所在地区', value: placeText(project) },
        item('address', { span: 2 }),
        item('remark', { span: 3 }),
        { label: '登记时间', value: <DateTime value={project.createdAt} /> },
        { label: '更新时间', value: <DateTime value={project.updatedAt} /> },
      ]}
    />
  );
}

function Contacts({ project }: { project: Detail }) {
  const { numbers, reveal } = useContactNumbers(() => call(projectReveal, { id: project.id }));
  return (
    <div className="flex flex-col items-start gap-3">
      {project.contacts.length > 0 && !numbers && <Button onPress={reveal}>查看完整号码（留痕）</Button>}
      <div className="w-full">
        <DetailTable
          caption="联系人"
          rows={project.contacts}
          columns={[
            { key: 'name', title: '姓名' },
            { key: 'role', title: '职务' },
            { key: 'mobile', title: '电话', cell: (one) => numbers?.get(one.id) || one.mobile || '- -' },
          ]}
        />
      </div>
    </div>
  );
}
