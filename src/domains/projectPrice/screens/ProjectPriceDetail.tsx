import type { ComponentType } from 'react';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { CONTRACT_CREATE, PRICE_PROJECT, PRICE_PROJECT_AUDIT } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { Timeline } from '~/ui/kit/Timeline';
import type { Actions } from '~/ui/kit/types';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { formatQty } from '~/ui/values/format';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { projectPriceUses } from '../calls';
import { sheetPath } from '../pickers/sheetColumns';
import { isDraft, isHolding, sheetTones, shownStates } from '../projectPrice';
import type { SheetDetail } from '../projectPrice.schema';
import { decideDialog, deleteDialog, disableDialog, submitDialog, withdrawDialog } from './sheetActions';

type Line = SheetDetail['lines'][number];
type Version = SheetDetail['versions'][number];
const versionStates: Record<string, string> = { PENDING: '待审批', EFFECTIVE: '已生效', REJECTED: '已驳回', WITHDRAWN: '已撤回' };

/** What other domains add below the lines. */
const slots = import.meta.glob<{ Section: ComponentType<{ sheetId: string }> }>('../../*/slots/projectPriceDetail.tsx', { eager: true });

export default function ProjectPriceDetail({ sheet }: { sheet: SheetDetail }) {
  const can = { keep: useCan(PRICE_PROJECT), audit: useCan(PRICE_PROJECT_AUDIT), sign: useCan(CONTRACT_CREATE) };
  const pending = sheet.versions.find((one) => one.state === 'PENDING');
  return (
    <DetailPage
      title="工程价"
      no={sheet.no}
      status={<StatusTag status={sheet.state} names={shownStates} tones={sheetTones} />}
      backHref={`${sheetPath}/list`}
      facts={[
        { label: '商品行数', value: sheet.lineCount },
        { label: '有效期', value: `${sheet.validFrom} ~ ${sheet.validTo}` },
        { label: '已用上限', value: sheet.usedPercent === null ? '不限量' : `${sheet.usedPercent}%` },
      ]}
      actions={actionsOf(sheet, can)}
    >
      {sheet.state === 'REJECTED' && (
        <Alert tone="warn" title="驳回原因">
          {sheet.stateReason}
        </Alert>
      )}
      {pending && sheet.state !== 'PENDING_AUDIT' && (
        <Alert tone="info" title={`${pending.actor}申请的变更待审批，批准前按现有内容取价`}>
          <Changes version={pending} />
        </Alert>
      )}
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '项目', value: <Link href={href('/portal/project/detail', { id: sheet.projectId })}>{sheet.projectName}</Link> },
            { label: '客户', value: <CustomerLink of={sheet} /> },
            { label: '有效期', value: `${sheet.validFrom} ~ ${sheet.validTo}` },
            { label: '创建人', value: sheet.creator },
            { label: '创建时间', value: <DateTime value={sheet.createdAt} /> },
            { label: '审批人', value: sheet.approver },
            { label: '审批时间', value: <DateTime value={sheet.approvedAt ?? undefined} /> },
            sheet.state === 'DISABLED' && { label: '停用原因', value: sheet.stateReason },
            { label: '说明', value: sheet.reason },
          ]}
        />
      </DetailSection>
      <DetailSection title="价格明细" flush>
        <DetailTable<Line>
          caption="价格明细"
          rows={sheet.lines}
          columns={sheet.state === 'DISABLED' ? lineColumns.filter((column) => column.key !== 'status') : lineColumns}
        />
      </DetailSection>
      <DetailSection title="附件">
        <AttachmentPanel type="projectPrice" subjectId={sheet.id} />
      </DetailSection>
      <ListPage
        title="使用记录"
        source={{ id: 'projectPrice/uses', local: true, load: (q) => call(projectPriceUses, { ...q, sheetId: sheet.id } as never) }}
        filters={[]}
        columns={useColumns}
      />
      {sheet.versions.length > 0 && (
        <DetailSection title="版本记录">
          <Timeline
            items={sheet.versions.map((one) => ({
              title: `第${one.version}版 ${versionStates[one.state] ?? one.state}`,
              who: one.actor,
              time: <DateTime value={one.createdAt} />,
              note: <Changes version={one} />,
            }))}
          />
        </DetailSection>
      )}
      {Object.entries(slots).map(([file, { Section }]) => (
        <Section key={file} sheetId={sheet.id} />
      ))}
      <DetailSection title="操作日志">
        <LogTimeline log={sheet.logs} />
      </DetailSection>
    </DetailPage>
  );
}

/** What a version changed, a line each: before → after. */
const Changes = ({ version }: { version: Version }) => (
  <ul className="text-sm leading-6">
    {version.changes.map((one) => (
      <li key={one.label}>
        {one.label}：{one.before === '' ? `增加 ${one.after}` : one.after === '' ? `移除（原${one.before}）` : `${one.before} → ${one.after}`}
      </li>
    ))}
  </ul>
);

function actionsOf(sheet: SheetDetail, can: { keep: boolean; audit: boolean; sign: boolean }): Actions {
  const go = async (done: Promise<boolean>, to?: string) => {
    if (await done) to ? location.assign(to) : location.reload();
  };
  const draft = isDraft(sheet.state);
  const holds = isHolding(sheet.state) && !sheet.changing;
  const own = sheet.mine ? { disabled: true, reason: '由您提交，须由其他人审批' } : {};
  return [
    sheet.changing && can.audit && { label: '通过', tone: 'primary', ...own, onPress: () => go(decideDialog(sheet, true)) },
    sheet.changing && can.audit && { label: '驳回', onPress: () => go(decideDialog(sheet, false)) },
    draft && can.keep && { label: '提交审批', tone: 'primary', onPress: () => go(submitDialog(sheet)) },
    (draft || holds) && can.keep && { label: holds ? '变更' : '编辑', href: href(`${sheetPath}/edit`, { id: sheet.id }) },
    approvalWay('projectPrice', sheet.id, draft),
    sheet.changing && can.keep && { label: '撤回', onPress: () => go(withdrawDialog(sheet)) },
    can.keep && { label: '复制', href: href(`${sheetPath}/edit`, { from: sheet.id }) },
    holds &&
      can.sign && {
        label: '发起协议',
        href: href('/portal/supplyChain/factory/smartContract/create', { kind: 'PRICE', bizType: 'projectPrice', bizId: sheet.id }),
      },
    holds && can.keep && { label: '停用', tone: 'danger', onPress: () => go(disableDialog([sheet])) },
    sheet.state === 'DRAFT' && can.keep && { label: '删除', tone: 'danger', onPress: () => go(deleteDialog(sheet), `${sheetPath}/list`) },
  ];
}

const lineColumns: Column<Line>[] = [
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'productName', title: '商品', cell: (line) => [line.productName, line.saleText].filter(Boolean).join(' / ') },
  { key: 'unitName', title: '单位' },
  { key: 'listPrice', title: '标准价(元)', kind: 'price' },
  { key: 'customerPrice', title: '客户价(元)', kind: 'price' },
  { key: 'price', title: '工程价(元)', kind: 'price' },
  { key: 'discount', title: '折扣(%)', align: 'right' },
  { key: 'used', title: '已用 / 上限', align: 'right', cell: (line) => `${formatQty(line.used)} / ${line.capQty === null ? '不限' : formatQty(line.capQty)}` },
  { key: 'status', title: '状态', cell: (line) => (line.status === 'DISABLED' ? '已移除' : '') },
  { key: 'remark', title: '备注' },
];

type Use = Awaited<ReturnType<typeof call<typeof projectPriceUses>>>['pagedRecords'][number];
const useColumns: Column<Use>[] = [
  {
    key: 'orderNo',
    title: '订单编号',
    fixed: true,
    cell: (row) => <Link href={href('/portal/supplyChain/factory/order/detail', { id: row.orderId })}>{row.orderNo}</Link>,
  },
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'productName', title: '商品' },
  { key: 'qty', title: '占用数量', align: 'right', cell: (row) => <Qty value={row.qty} unit={row.unitName} /> },
  { key: 'price', title: '成交价(元)', align: 'right', cell: (row) => <Price value={row.price} /> },
  { key: 'at', title: '占用时间', kind: 'minute' },
];
