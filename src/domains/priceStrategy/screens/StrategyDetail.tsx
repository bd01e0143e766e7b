import { href } from '~/portal/href';
import { PRICE_STRATEGY } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { StatusTag } from '~/ui/values/StatusTag';
import { strategySwitch } from '../calls';
import { strategySubmitted } from '../change/strategyChange';
import { names, roundingNames, strategyStates, strategyTones, tierWords } from '../priceStrategy';
import type { StrategyDetail as Detail } from '../priceStrategy.schema';
import { strategyPath } from './paths';
import { StrategyVersions } from './StrategyVersions';

const listed = (all: Detail['goods'], words: string): string => (all.length ? all.map((one) => one.label).join('、') : words);

export default function StrategyDetail({ detail }: { detail: Detail }) {
  const edits = useCan(PRICE_STRATEGY);
  const off = detail.state === 'DISABLED';
  const turn = async () => {
    const verb = off ? '启用' : '停用';
    const body = off ? '启用后在有效期内立即参与取价。' : '停用后适用的客户按其他价格来源取价，已提交的订单不受影响。';
    if (!(await confirm({ title: `${verb}价格策略“${detail.name}”？`, body, ok: verb, ...(off ? {} : { tone: 'danger' as const }) }))) return;
    const { change } = await call(strategySwitch, { rows: [{ id: detail.id, version: detail.version }], on: off });
    if (change) return toast(strategySubmitted(change), 'ok');
    location.reload();
  };
  return (
    <DetailPage
      title={detail.name}
      no={detail.no}
      status={<StatusTag status={detail.state} names={strategyStates} tones={strategyTones} />}
      facts={[
        { label: '优先级', value: detail.priority },
        { label: '有效期', value: `${detail.validFrom} ~ ${detail.validTo ?? '长期'}` },
        { label: '近30天取价次数', value: detail.hits >= 1000 ? '1000+' : detail.hits },
      ]}
      backHref={strategyPath}
      actions={[
        edits && { label: '编辑', tone: 'primary', href: href(`${strategyPath}/edit`, { id: detail.id }) },
        edits && { label: '复制', href: href(`${strategyPath}/edit`, { copy: detail.id }) },
        edits && { label: off ? '启用' : '停用', ...(off ? {} : { tone: 'danger' as const }), onPress: turn },
      ]}
    >
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '适用客户', value: listed(detail.buyers, detail.customerWords), span: 3 },
            { label: '适用商品', value: listed(detail.goods, detail.goodsWords), span: 3 },
            { label: '定价方式', value: names.methods[detail.method] },
            { label: '取整', value: roundingNames[detail.roundTo] },
            { label: '备注', value: detail.remark, span: 3 },
            { label: '更新人', value: detail.updatedBy },
            { label: '更新时间', value: <DateTime value={detail.updatedAt} kind="minute" /> },
          ]}
        />
      </DetailSection>
      <DetailSection title="阶梯" flush>
        <DetailTable
          caption="阶梯"
          rows={detail.tiers}
          rowKey={(row) => row.minQty}
          columns={[
            { key: 'minQty', title: '起始数量（基本单位）', kind: 'qty' },
            { key: 'value', title: '价格', cell: (row) => tierWords(detail.method, [{ ...row, minQty: '0' }]) },
          ]}
        />
      </DetailSection>
      <DetailSection title="操作日志" id="history">
        <LogTimeline log={detail.log} />
      </DetailSection>
      <DetailSection title="历史版本" id="versions">
        <StrategyVersions detail={detail} />
      </DetailSection>
    </DetailPage>
  );
}
