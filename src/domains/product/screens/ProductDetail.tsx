import { fileHref } from '~/domains/file/pickers/fileHref';
import { href } from '~/portal/href';
import { PRODUCT_EDIT, PRODUCT_SHELF } from '~/portal/permissions';
import { sumQty } from '~/shared/money';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { confirm } from '~/ui/kit/confirm';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { formatBounds } from '~/ui/values/format';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { productDelete } from '../calls';
import { productStates, skuStates } from '../product';
import type { ProductDetail as Product, SkuDetail } from '../productForm.schema';
import { ratioText } from '../quantity';
import type { ProductDetailSlot } from '../slots';
import { ruleNames, scopeNames } from '../visibility';
import { productTones, shelve } from './ProductList';

const base = '/portal/supplyChain/factory/product';
const added = Object.values(import.meta.glob<ProductDetailSlot>('../../*/slots/productDetail.tsx', { eager: true }));

const skuColumns = (unit: string): Column<SkuDetail>[] => [
  { key: 'code', title: 'SKU编码', fixed: true },
  { key: 'saleText', title: '销售属性', cell: (sku) => sku.saleText || '- -' },
  { key: 'barcode', title: '条码' },
  { key: 'listPrice', title: '标准价(元)', kind: 'price' },
  { key: 'minPrice', title: '最低限价(元)', kind: 'price' },
  { key: 'moq', title: '起订量', kind: 'qty' },
  { key: 'multiple', title: '订购倍数', kind: 'qty' },
  { key: 'units', title: '单位换算', width: 160, cell: (sku) => <UnitTexts sku={sku} base={unit} /> },
  { key: 'onHand', title: '在库', kind: 'qty' },
  { key: 'available', title: '可用', kind: 'qty' },
  {
    key: 'safety',
    title: '库存下限/上限',
    align: 'right',
    cell: (sku) => (sku.safetyLow || sku.safetyHigh ? formatBounds(sku.safetyLow, sku.safetyHigh) : '- -'),
  },
  { key: 'weightKg', title: '重量(kg)', kind: 'qty' },
  { key: 'status', title: '状态', cell: (sku) => <StatusTag status={sku.status} names={skuStates} tones={{ ACTIVE: 'ok', DISABLED: 'neutral' }} /> },
];

function UnitTexts({ sku, base: unit }: { sku: SkuDetail; base: string }) {
  const extra = sku.units.slice(1);
  if (extra.length === 0) return <>{unit}</>;
  return extra.map((one) => (
    <span key={one.unitId} className="block whitespace-nowrap">
      1{one.name} = {ratioText(one)}
      {unit}
      {one.listPrice && (
        <span className="text-ink-3">
          （<Price value={one.listPrice} unit={one.name} />）
        </span>
      )}
    </span>
  ));
}

export default function ProductDetail({ product }: { product: Product }) {
  const edits = useCan(PRODUCT_EDIT);
  const shelves = useCan(PRODUCT_SHELF);
  const on = product.status === 'ON';
  const remove = async () => {
    if (
      !(await confirm({
        title: `删除商品“${product.name}”？`,
        body: '只有未被订单、库存和价格使用的商品可以删除，删除后不能恢复。',
        tone: 'danger',
        ok: '删除',
      }))
    )
      return;
    await call(productDelete, { id: product.id });
    location.assign(`${base}/list`);
  };
  return (
    <DetailPage
      title={product.name}
      no={product.code}
      status={<StatusTag status={product.status} names={productStates} tones={productTones} />}
      facts={[
        { label: 'SKU数', value: product.skus.length },
        { label: '在库', value: <Qty value={sumQty(product.skus.map((sku) => sku.onHand))} unit={product.baseUnitName} /> },
        { label: '可用库存', value: <Qty value={sumQty(product.skus.map((sku) => sku.available))} unit={product.baseUnitName} /> },
        { label: '税率', value: `${product.taxRate}%` },
      ]}
      backHref={`${base}/list`}
      actions={[
        edits && { label: '编辑', tone: 'primary', href: href(`${base}/edit`, { id: product.id }) },
        shelves && { label: on ? '下架' : '上架', onPress: () => shelve([product.id], on ? 'OFF' : 'ON', () => location.reload()) },
        edits && { label: '复制', href: href(`${base}/create`, { from: product.id }) },
        edits && !on && { label: '删除', tone: 'danger', onPress: remove },
      ]}
    >
      <DetailSection title="基本信息">
        <Descriptions items={basics(product)} />
      </DetailSection>
      {product.descAttrs.length > 0 && (
        <DetailSection title="描述属性">
          <Descriptions items={product.descAttrs.map((one) => ({ label: one.name, value: `${one.value}${one.unit}` }))} />
        </DetailSection>
      )}
      <DetailSection title="SKU、价格与库存" flush>
        <DetailTable<SkuDetail> caption="SKU" rows={product.skus} columns={skuColumns(product.baseUnitName)} />
      </DetailSection>
      {added.map(({ title, note, Section }) => (
        <DetailSection key={title} title={title} note={note} flush>
          <Section productId={product.id} />
        </DetailSection>
      ))}
      <DetailSection title="图片与详情">
        <Gallery images={product.images} name={product.name} />
        <p className="mt-3 whitespace-pre-wrap">{product.detail || '暂无详情'}</p>
      </DetailSection>
      <DetailSection title="可见范围">
        {product.visibility.length === 0 ? (
          <p>全部客户可见</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {product.visibility.map((rule) => (
              <li key={`${rule.rule}${rule.scopeId}`}>
                {ruleNames[rule.rule]} · {scopeNames[rule.scope]} · {rule.scopeName}
              </li>
            ))}
          </ul>
        )}
      </DetailSection>
      <DetailSection title="操作日志">
        <LogTimeline log={product.logs} />
      </DetailSection>
    </DetailPage>
  );
}

const basics = (product: Product) => [
  { label: '商品编码', value: product.code, copy: true },
  { label: '商品分类', value: product.categoryName },
  { label: '品牌', value: product.brand },
  { label: '简称', value: product.shortName },
  { label: '规格', value: product.spec },
  { label: '型号', value: product.model },
  { label: '基本单位', value: product.baseUnitName },
  { label: '税收分类编码', value: product.taxClassCode },
  { label: '库存批次', value: product.byBatch ? '按批次管理' : '不分批次' },
  { label: '创建时间', value: <DateTime value={product.createdAt} kind="minute" /> },
  { label: '最近修改', value: <DateTime value={product.updatedAt} kind="minute" /> },
  { label: '修改人', value: product.updatedBy },
];

function Gallery({ images, name }: { images: readonly string[]; name: string }) {
  if (images.length === 0) return <p className="text-ink-3">暂无图片</p>;
  return (
    <div className="flex flex-wrap gap-3">
      {images.map((key, index) => (
        <a key={key} href={fileHref(key)} target="_blank" rel="noreferrer">
          <img
            src={fileHref(key, 480)}
            alt={`${name}图片${index + 1}`}
            width={160}
            height={160}
            loading="lazy"
            className="size-40 rounded border border-line bg-paper object-cover"
          />
        </a>
      ))}
    </div>
  );
}
