import { href } from '~/portal/href';
import { PRICE_CUSTOMER } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { confirm } from '~/ui/kit/confirm';
import { Link } from '~/ui/kit/Link';
import { DateTime } from '~/ui/values/DateTime';
import { Price } from '~/ui/values/Price';
import { StatusTag } from '~/ui/values/StatusTag';
import { customerPriceDisable } from '../calls';
import type { CustomerPriceDetail as Detail } from '../customerPrice.schema';
import { pricePath } from '../pickers/priceColumns';
import { isEditable, priceStates, priceTones } from '../priceState';
import { PriceCurve } from './PriceCurve';

export default function CustomerPriceDetail({ detail }: { detail: Detail }) {
  const edits = useCan(PRICE_CUSTOMER) && isEditable(detail.state);
  const disable = async () => {
    if (!(await confirm({ title: '停用这条客户价？', body: '停用后该客户按其他价格来源取价，已提交的订单不受影响。', tone: 'danger', ok: '停用' }))) return;
    await call(customerPriceDisable, { rows: [{ id: detail.id, version: detail.version }] });
    location.reload();
  };
  return (
    <DetailPage
      title="客户价"
      status={<StatusTag status={detail.state} names={priceStates} tones={priceTones} />}
      facts={[
        { label: '客户价', value: <Price value={detail.price} unit={detail.unitName} /> },
        { label: '标准价', value: <Price value={detail.listPrice ?? undefined} unit={detail.unitName} /> },
        { label: '折扣', value: detail.discount ? `${detail.discount}%` : '- -' },
        { label: '有效期', value: `${detail.validFrom} ~ ${detail.validTo ?? '长期'}` },
      ]}
      backHref={`${pricePath}/list`}
      actions={[
        edits && { label: '编辑', tone: 'primary', href: href(`${pricePath}/edit`, { id: detail.id }) },
        edits && { label: '停用', tone: 'danger', onPress: disable },
      ]}
    >
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            {
              label: '客户',
              value: <Link href={href('/portal/customer/detail', { id: detail.customerId })}>{`${detail.customerName}（${detail.customerCode}）`}</Link>,
            },
            {
              label: '商品',
              value: (
                <Link href={href('/portal/supplyChain/factory/product/detail', { id: detail.productId })}>
                  {[detail.productName, detail.saleText].filter(Boolean).join(' / ')}
                </Link>
              ),
            },
            { label: 'SKU编码', value: detail.skuCode, copy: true },
            { label: '规格', value: detail.spec },
            { label: '单位', value: detail.unitName },
            { label: '最低限价', value: <Price value={detail.minPrice ?? undefined} unit={detail.unitName} /> },
            { label: '备注', value: detail.remark, span: 3 },
            { label: '更新人', value: detail.updatedBy },
            { label: '更新时间', value: <DateTime value={detail.updatedAt} kind="minute" /> },
          ]}
        />
      </DetailSection>
      <DetailSection title="阶梯价格" flush>
        <DetailTable
          caption="阶梯价格"
          rows={detail.tiers}
          columns={[
            { key: 'minQty', title: '起始数量', kind: 'qty' },
            { key: 'price', title: '客户价(元)', kind: 'price' },
          ]}
        />
      </DetailSection>
      <DetailSection title="改价历史" id="history" flush>
        <PriceCurve history={detail.history} />
        <DetailTable
          caption="改价历史"
          rows={detail.history}
          columns={[
            { key: 'at', title: '时间', kind: 'time' },
            { key: 'action', title: '操作' },
            { key: 'oldPrice', title: '原价(元)', kind: 'price' },
            { key: 'newPrice', title: '新价(元)', kind: 'price' },
            { key: 'actor', title: '操作人' },
          ]}
        />
      </DetailSection>
    </DetailPage>
  );
}
