import { useState } from 'react';
import { call } from '~/shell/call';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Select } from '~/ui/kit/Select';
import { StatusTag } from '~/ui/values/StatusTag';
import { myOrderVersions, myVersionDiff, orderVersions, versionDiff } from '../../calls';
import { versionKinds, versionStates } from '../../order';
import type { OrderVersion } from '../../views/orderView.schema';
import { Differences } from './OrderSections';

interface Props {
  orderId: string;
  dealer?: boolean;
}

/** The versions of an order, loaded when asked for; any two can be compared. */
export function Versions({ orderId, dealer = false }: Props) {
  const [versions, setVersions] = useState<OrderVersion[]>();
  const [pair, setPair] = useState<{ from: number; to: number }>();
  const [diff, setDiff] = useState<Awaited<ReturnType<typeof call<typeof versionDiff>>>['diff']>([]);
  const load = async () => setVersions((await call(dealer ? myOrderVersions : orderVersions, { id: orderId })).versions);
  const compare = async (from: number, to: number) => {
    setDiff((await call(dealer ? myVersionDiff : versionDiff, { id: orderId, from, to })).diff);
    setPair({ from, to });
  };
  if (!versions)
    return (
      <DetailSection title="版本记录">
        <Button onPress={load}>查看版本记录</Button>
      </DetailSection>
    );
  const options = versions.map((one) => ({ value: String(one.version), label: `版本 ${one.version}` }));
  return (
    <DetailSection title="版本记录" flush>
      <DetailTable
        caption="版本记录"
        rows={versions}
        columns={[
          { key: 'version', title: '版本', cell: (row) => `版本 ${row.version}` },
          { key: 'kind', title: '类型', cell: (row) => (versionKinds as Record<string, string>)[row.kind] },
          { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={versionStates} /> },
          { key: 'reason', title: '说明', wrap: true },
          { key: 'actor', title: '操作人' },
          { key: 'createdAt', title: '时间', kind: 'minute' },
          { key: 'hash', title: '校验', cell: (row) => <code className="text-xs text-ink-3">{row.hash.slice(0, 12)}</code> },
        ]}
        rowActions={(row) => [row.version > 1 && { label: '与上版对比', onPress: () => compare(row.version - 1, row.version) }]}
      />
      {pair && (
        <Dialog open onClose={() => setPair(undefined)} title="版本对比" width="lg">
          <p className="mb-3 flex items-center gap-2">
            <Select aria-label="上版" value={String(pair.from)} options={options} onChange={(from) => void compare(Number(from), pair.to)} /> →
            <Select aria-label="本版" value={String(pair.to)} options={options} onChange={(to) => void compare(pair.from, Number(to))} />
          </p>
          <Differences rows={diff} />
        </Dialog>
      )}
    </DetailSection>
  );
}
