import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { compareQty, subQty, trimQty } from '~/shared/money';
import { FormDialog } from '~/ui/form/FormDialog';
import { ActionRow } from '~/ui/kit/Button';
import { NumberInput } from '~/ui/kit/Input';
import { formatQty } from '~/ui/values/format';
import { Qty } from '~/ui/values/Qty';
import { CellField } from '../pickers/CellField';
import type { Goods } from './PackageTable';

/** Goods with what other packages hold of them. */
type Packable = Goods & { elsewhere: string };
interface Line {
  orderLineId: string;
  qty: string;
}
interface Props {
  title: string;
  goods: readonly Packable[];
  lines: readonly Line[];
  onPacked: (lines: Line[]) => void;
  onClose: () => void;
}

const Qtys = z.array(z.string().regex(/^$|^\d{1,14}(\.\d{1,4})?$/, '请输入数量，最多四位小数'));
interface Draft {
  qtys: string[];
}
const roomOf = (one: Packable): string => {
  const room = subQty(one.qty, one.elsewhere);
  return compareQty(room, '0') > 0 ? room : '0';
};

/** Says what one package holds: up to what goes out and is in no other package. */
export function PackDialog({ title, goods, lines, onPacked, onClose }: Props) {
  const Draft = z.object({
    qtys: Qtys.superRefine((qtys, context) => {
      for (const [index, one] of goods.entries()) {
        const qty = qtys[index] ?? '';
        if (!/^\d{1,14}(\.\d{1,4})?$/.test(qty) || compareQty(qty, roomOf(one)) <= 0) continue;
        context.addIssue({ code: 'custom', path: [index], message: `最多可装${formatQty(roomOf(one))}${one.unitName}` });
      }
    }),
  });
  const submit = async ({ qtys }: Draft) =>
    onPacked(goods.flatMap(({ orderLineId }, index) => (/[1-9]/.test(qtys[index] ?? '') ? [{ orderLineId, qty: trimQty(qtys[index] as string) }] : [])));
  const held = goods.map(({ orderLineId }) => lines.find((line) => line.orderLineId === orderLineId)?.qty ?? '');
  return (
    <FormDialog<Draft> open onClose={onClose} title={title} width="lg" schema={Draft} defaults={{ qtys: held }} submit={submit}>
      <Fill goods={goods} />
      <div className="flex flex-col divide-y divide-line">
        {goods.map((one, index) => (
          <div key={one.orderLineId} className="grid grid-cols-1 gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_11rem]">
            <div className="min-w-0">
              <p className="font-medium">{one.name}</p>
              <p className="text-sm text-ink-3">{[one.skuCode, one.spec].filter(Boolean).join(' · ')}</p>
              <p className="text-sm text-ink-2">
                发货 <Qty value={one.qty} unit={one.unitName} />
                {compareQty(one.elsewhere, '0') > 0 && (
                  <>
                    ，其他包裹 <Qty value={one.elsewhere} unit={one.unitName} />
                  </>
                )}
              </p>
            </div>
            <div>
              <span aria-hidden className="mb-1 block text-sm text-ink-2">
                本包裹装入
              </span>
              <CellField name={`qtys.${index}`} label={`第${index + 1}行装入`}>
                <NumberInput decimals={one.unitDecimals} unit={one.unitName} />
              </CellField>
            </div>
          </div>
        ))}
      </div>
    </FormDialog>
  );
}

function Fill({ goods }: { goods: readonly Packable[] }) {
  const { setValue } = useFormContext<Draft>();
  const fill = (qtyOf: (one: Packable) => string) => {
    for (const [index, one] of goods.entries())
      setValue(`qtys.${index}`, compareQty(qtyOf(one), '0') > 0 ? qtyOf(one) : '', { shouldDirty: true, shouldValidate: true });
  };
  if (!goods.length) return <p className="text-ink-3">请先填写本次发货数量</p>;
  return (
    <ActionRow
      size="sm"
      actions={[
        { label: '装入全部剩余', onPress: () => fill(roomOf) },
        { label: '全部清空', onPress: () => fill(() => '0') },
      ]}
    />
  );
}
