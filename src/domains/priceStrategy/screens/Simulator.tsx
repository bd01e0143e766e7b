import { useEffect, useState } from 'react';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { SkuCodeInput } from '~/domains/product/pickers/SkuCodeInput';
import { type PickedSku, SkuPicker } from '~/domains/product/pickers/SkuPicker';
import { findSku } from '~/domains/product/pickers/skuCodes';
import { ProjectPicker } from '~/domains/project/pickers/ProjectPicker';
import { href } from '~/portal/href';
import { call, messageOf } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { Input, NumberInput } from '~/ui/kit/Input';
import { Link } from '~/ui/kit/Link';
import { Select } from '~/ui/kit/Select';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { formatTime } from '~/ui/values/format';
import { Price } from '~/ui/values/Price';
import { priceSimulate } from '../calls';
import { names } from '../priceStrategy';
import type { Simulation } from '../priceStrategy.schema';
import { strategyPath } from './paths';

type Row = Simulation['rows'][number];
type Asked = { customerId: string; projectId: string; skuId: string; unitId: string; qty: string; at: string };
const keys = ['customerId', 'projectId', 'skuId', 'unitId', 'qty', 'at'] as const;
const labels = { customerId: '客户', projectId: '项目', skuId: '商品（SKU编码）', unitId: '单位', qty: '数量', at: '时间' };

/** 取价试算: what an order would pay now or at another time, with every candidate; its address leads others to the same. */
export function Simulator({ asked }: { asked: Record<string, string> }) {
  const [input, setInput] = useState<Asked>(() => ({ ...(Object.fromEntries(keys.map((key) => [key, asked[key] ?? ''])) as Asked), qty: asked['qty'] ?? '1' }));
  const [code, setCode] = useState('');
  const [units, setUnits] = useState<readonly { unitId: string; name: string }[]>([]);
  const [found, setFound] = useState<Simulation | null>(null);
  const [wrong, setWrong] = useState('');
  const [known, setKnown] = useState('');
  const [picking, setPicking] = useState(false);
  const set = (patch: Partial<Asked>) => setInput((before) => ({ ...before, ...patch }));
  const take = (sku: PickedSku | undefined) => {
    set({ skuId: sku?.skuId ?? '', unitId: sku?.baseUnitId ?? '' });
    setUnits(sku?.units ?? []);
    if (sku) setCode(sku.skuCode);
    setKnown(sku?.skuCode ?? '');
  };
  const run = async () => {
    setWrong('');
    try {
      const typed = code.trim() === known ? null : await findSku(code.trim());
      if (typed && !typed.sku) return setWrong(`“${code.trim()}”：${typed.problem}`);
      const wanted = typed?.sku ? { ...input, skuId: typed.sku.skuId, unitId: typed.sku.baseUnitId } : input;
      const answer = await call(priceSimulate, wanted);
      set({ skuId: answer.skuId, unitId: answer.unitId });
      setFound(answer);
      setUnits(answer.units);
      setCode(answer.skuCode);
      setKnown(answer.skuCode);
      history.replaceState(history.state, '', href(`${strategyPath}/config`, { ...wanted, unitId: answer.unitId }));
    } catch (error) {
      setFound(null);
      setWrong(messageOf(error));
    }
  };
  // Whoever follows an address with a simulation sees it without pressing anything.
  useEffect(() => {
    if (asked['customerId'] && asked['skuId']) void run();
  }, []);
  const share = async () => {
    await navigator.clipboard.writeText(location.href);
    toast('试算地址已复制', 'ok');
  };
  const query = found
    ? { customerId: found.customerId, projectId: found.projectId, skuId: found.skuId, unitId: found.unitId, qty: found.qty, at: input.at }
    : null;
  return (
    <Card
      title="取价试算"
      note="与下单时同一取价规则"
      actions={[query && { label: '打印', onPress: () => window.print() }, query && { label: '复制地址', onPress: share }]}
    >
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3" data-print="hide">
        <Labelled name="customerId">
          <CustomerPicker
            id="simulate-customerId"
            value={input.customerId}
            shown={found?.customerName ?? ''}
            onChange={(customerId) => set({ customerId, projectId: '' })}
          />
        </Labelled>
        <Labelled name="projectId">
          <ProjectPicker
            id="simulate-projectId"
            customerId={input.customerId}
            value={input.projectId}
            shown={found?.projectName ?? ''}
            disabled={!input.customerId}
            onChange={(projectId) => set({ projectId })}
          />
        </Labelled>
        <Labelled name="skuId">
          <div className="flex gap-2">
            <SkuCodeInput id="simulate-skuId" value={code} known={known} onChange={setCode} onFound={(sku) => take(sku ?? undefined)} />
            <Button onClick={() => setPicking(true)}>选择</Button>
          </div>
        </Labelled>
        <Labelled name="unitId">
          <Select
            id="simulate-unitId"
            value={input.unitId || (units[0]?.unitId ?? '')}
            options={units.map((unit) => ({ value: unit.unitId, label: unit.name }))}
            onChange={(unitId) => set({ unitId })}
          />
        </Labelled>
        <Labelled name="qty">
          <NumberInput id="simulate-qty" decimals={4} value={input.qty} onChange={(qty) => set({ qty })} />
        </Labelled>
        <Labelled name="at">
          <Input id="simulate-at" value={input.at} placeholder="现在，或 2026-12-31 10:00" onChange={(at) => set({ at })} maxLength={19} />
        </Labelled>
      </div>
      <div className="mt-4" data-print="hide">
        <Button tone="primary" onPress={run}>
          试算
        </Button>
      </div>
      {wrong && (
        <div className="mt-4">
          <Alert tone="danger">{wrong}</Alert>
        </div>
      )}
      {found && <Result found={found} />}
      <SkuPicker open={picking} onClose={() => setPicking(false)} all onPick={(rows) => take(rows[0])} />
    </Card>
  );
}

const Labelled = ({ name, children }: { name: keyof typeof labels; children: React.ReactNode }) => (
  <div className="min-w-0">
    <label htmlFor={`simulate-${name}`} className="mb-1 block text-sm text-ink-2">
      {labels[name]}
    </label>
    {children}
  </div>
);

function Result({ found }: { found: Simulation }) {
  const winner = found.rows.find((row) => row.hit);
  return (
    <section className="mt-5 flex flex-col gap-3" aria-label="试算结果">
      <p>
        {found.customerName}
        {found.projectName && `（项目：${found.projectName}）`}在{formatTime(found.at)}订购{found.productName}（{found.skuCode}）
        <span className="figures">{found.qty}</span>
        {found.unitName}：
        {winner && found.price ? (
          <>
            单价<strong className="figures text-lg">{<Price value={found.price} />}</strong>元，取自{names.layers[winner.layer]}
            {winner.name && `“${winner.name}”`}
          </>
        ) : (
          '没有可用的价格，不能下单'
        )}
        。标准价
        <Price value={found.listPrice ?? undefined} />
        ，最低限价
        <Price value={found.minPrice ?? undefined} />。
      </p>
      {found.problem && <Alert tone="warn">{found.problem}</Alert>}
      {found.belowFloor && <Alert tone="warn">低于最低限价，按“低于最低限价”的配置处理。</Alert>}
      <DetailTable<Row> caption="候选价格" rows={found.rows} rowKey={(row) => String(row.order)} columns={columns} />
    </section>
  );
}

const columns = [
  { key: 'order', title: '次序', align: 'right' as const },
  { key: 'layer', title: '来源', cell: (row: Row) => names.layers[row.layer] },
  {
    key: 'name',
    title: '名称',
    width: 180,
    cell: (row: Row) =>
      row.layer === 'STRATEGY' && row.id ? <Link href={href(`${strategyPath}/detail`, { id: row.id })}>{row.name}</Link> : row.name || '- -',
  },
  { key: 'rule', title: '规则' },
  { key: 'minQty', title: '起始数量', kind: 'qty' as const },
  { key: 'validity', title: '有效期' },
  { key: 'price', title: '单价(元)', align: 'right' as const, cell: (row: Row) => <Price value={row.price ?? undefined} /> },
  {
    key: 'hit',
    title: '结果',
    cell: (row: Row) => (row.hit ? <Tag tone="ok">采用</Tag> : <Tag tone={row.usable ? 'neutral' : 'warn'}>{row.usable ? '可用，未采用' : '不适用'}</Tag>),
  },
  { key: 'reason', title: '原因', wrap: true, width: 220 },
];
