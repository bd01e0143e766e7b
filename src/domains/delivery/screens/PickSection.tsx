import { useEffect, useState } from 'react';
import { batchName } from '~/domains/warehouse/pickers/batchName';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import { formatQty } from '~/ui/values/format';
import { Qty } from '~/ui/values/Qty';
import { type deliveryDetail, deliveryPicks } from '../calls';
import type { Picks } from '../picks.schema';

type Line = Picks['lines'][number];
const PickDialog = late(() => import('./PickDialog'));

/** 拣货批次 of a delivery that waits to go out; nothing where none of its goods is kept by batch. */
export function PickSection({ delivery, canEdit }: { delivery: AnswerOf<typeof deliveryDetail>; canEdit: boolean }) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [picking, setPicking] = useState<Line>();
  useEffect(() => {
    call(deliveryPicks, { id: delivery.id }).then(
      (answer) => setLines(answer.lines),
      () => undefined,
    );
  }, [delivery.id]);
  if (!lines.length) return null;
  return (
    <DetailSection title="拣货批次" flush>
      <DetailTable<Line>
        caption="拣货批次"
        rows={lines}
        columns={[
          { key: 'lineNo', title: '行号', align: 'right' },
          { key: 'skuCode', title: 'SKU编码' },
          { key: 'name', title: '商品' },
          { key: 'baseQty', title: '数量', align: 'right', cell: (line) => <Qty value={line.baseQty} unit={line.unitName} /> },
          { key: 'batches', title: '批次（到期日）×数量', cell: (line) => wordsOf(line) || <span className="text-danger">没有可拣的批次</span> },
          { key: 'chosen', title: '依据', cell: (line) => (line.chosen ? <Tag tone="brand">人工指定</Tag> : <Tag>先到期先出</Tag>) },
          ...(canEdit ? [{ key: 'id' as const, title: '操作', cell: (line: Line) => <Button onClick={() => setPicking(line)}>指定批次</Button> }] : []),
        ]}
      />
      {picking && <PickDialog delivery={delivery} line={picking} onClose={() => setPicking(undefined)} />}
    </DetailSection>
  );
}

const wordsOf = (line: Line): string =>
  line.batches
    .filter((one) => /[1-9]/.test(one.take))
    .map((one) => `${batchName(one.batchNo)}${one.expiresOn ? `（${one.expiresOn}）` : ''}×${formatQty(one.take)}`)
    .join('，');
