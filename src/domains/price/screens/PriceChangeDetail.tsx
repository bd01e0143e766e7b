import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { displayCount } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { confirm } from '~/ui/kit/confirm';
import { Alert } from '~/ui/kit/Feedback';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { Price } from '~/ui/values/Price';
import { StatusTag } from '~/ui/values/StatusTag';
import { priceChangeDecide, priceChangeLines, priceChangeWithdraw } from '../change/calls';
import { changeKinds, changePath, changeStates, changeTones } from '../change/priceChange';
import type { ChangeDetail, ChangeLine } from '../change/priceChange.schema';
import { daysText } from '../priceState';

const columns: Column<ChangeLine>[] = [
  { key: 'customerName', title: '客户', fixed: true },
  { key: 'skuCode', title: 'SKU编码', brief: true },
  { key: 'productName', title: '商品', brief: true },
  { key: 'unitName', title: '单位' },
  { key: 'minQty', title: '起始数量', kind: 'qty' },
  { key: 'validFrom', title: '有效期', cell: (row) => daysText(row.validFrom, row.validTo) },
  { key: 'oldPrice', title: '原价(元)', brief: true, align: 'right', cell: (row) => (row.oldPrice === null ? '- -' : <Price value={row.oldPrice} />) },
  { key: 'newPrice', title: '新价(元)', brief: true, align: 'right', cell: (row) => (row.newPrice === null ? '停用' : <Price value={row.newPrice} />) },
  { key: 'floorPrice', title: '最低限价(元)', kind: 'price' },
];

export default function PriceChangeDetail({ change }: { change: ChangeDetail }) {
  const waits = change.status === 'PENDING';
  const ref = { id: change.id, version: change.version };
  const decide = async (pass: boolean) => {
    const key = newKey();
    const agreed = await confirm({
      title: `${pass ? '通过' : '驳回'}客户价变更单${change.no}？`,
      ok: pass ? '通过' : '驳回',
      ...(pass
        ? { body: `${displayCount(change.customerCount)}个客户的${displayCount(change.lineCount)}条价格从现在起生效。` }
        : { tone: 'danger' as const, reason: { label: '驳回原因', max: 200 } }),
    });
    if (!agreed) return;
    await call(priceChangeDecide, { ...ref, pass, opinion: agreed.reason ?? '' }, { key });
    location.reload();
  };
  const withdraw = async () => {
    const key = newKey();
    if (!(await confirm({ title: `撤回客户价变更单${change.no}？`, body: '撤回后这些价格不变。', ok: '撤回' }))) return;
    await call(priceChangeWithdraw, ref, { key });
    location.reload();
  };
  return (
    <DetailPage
      title="客户价变更单"
      no={change.no}
      status={<StatusTag status={change.status} names={changeStates} tones={changeTones} />}
      backHref={`${changePath}s`}
      facts={[
        { label: '客户数', value: change.customerCount },
        { label: '价格条数', value: change.lineCount },
        { label: '最大降幅', value: Number(change.deepestFall) > 0 ? `${Number(change.deepestFall)}%` : '没有降价' },
      ]}
      actions={[
        change.mayDecide && change.seenCount === change.lineCount && { label: '通过', tone: 'primary', onPress: () => decide(true) },
        change.mayDecide && { label: '驳回', tone: 'danger', onPress: () => decide(false) },
        waits && change.mine && { label: '撤回', onPress: withdraw },
        approvalWay('customerPriceChange', change.id),
      ]}
    >
      {change.seenCount < change.lineCount && (
        <Alert tone="info">其中{change.lineCount - change.seenCount}条是您无权查看的客户的价格，须由能看到这些客户的人审批</Alert>
      )}
      {change.lowCount > 0 && <Alert tone="warn">有{change.lowCount}条价格低于最低限价</Alert>}
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '变更方式', value: changeKinds[change.kind] },
            { label: '提交人', value: change.creator },
            { label: '提交时间', value: <DateTime value={change.createdAt} /> },
            { label: '审批人', value: change.decider },
            { label: '审批时间', value: <DateTime value={change.decidedAt ?? undefined} /> },
            change.opinion !== '' && { label: '意见', value: change.opinion },
          ]}
        />
      </DetailSection>
      <ListPage<ChangeLine>
        title="价格明细"
        source={{ id: 'customerPrice/changeLines', local: true, query: {}, load: (q) => call(priceChangeLines, { ...q, changeId: change.id } as never) }}
        columns={columns}
      />
    </DetailPage>
  );
}
