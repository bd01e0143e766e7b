import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { fileKeysOf, PhotoInput } from '~/domains/file/pickers/PhotoInput';
import { DictInput } from '~/domains/platform/pickers/DictInput';
import type { AnswerOf } from '~/shared/endpoint';
import { addQty, compareQty, displayQty, subQty, sumQty } from '~/shared/money';
import { call, isRefused, newKey } from '~/shell/call';
import { FormDialog } from '~/ui/form/FormDialog';
import { NumberInput } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { Qty } from '~/ui/values/Qty';
import { type myLogistic, signForDealer, signMine } from '../calls';
import { openOf } from '../packing';
import { CellField } from './CellField';
import type { Parcel } from './Parcels';

type Delivery = Pick<AnswerOf<typeof myLogistic>['deliveries'][number], 'id' | 'no' | 'version' | 'lines'>;
type Line = Delivery['lines'][number];
export type SignPerspective = 'dealer' | 'factory';

const Part = z.string().regex(/^$|^\d{1,14}(\.\d{1,4})?$/, '请输入数量，最多四位小数');
const Draft = z.object({
  lines: z.array(z.object({ lineId: z.string(), signed: Part, refused: Part, damage: Part, note: z.string().max(200, '不能超过200个字'), photos: z.string() })),
});
type Draft = z.infer<typeof Draft>;

/** All that is wrong at once, as the server would say it. */
const draftFor = (lines: readonly Open[]) =>
  Draft.superRefine((draft, context) => {
    for (const [index, line] of draft.lines.entries()) {
      const open = lines[index];
      if (!open || ![line.signed, line.refused, line.damage].every((qty) => Part.safeParse(qty).success)) continue;
      const at = (field: string, message: string) => context.addIssue({ code: 'custom', path: ['lines', index, field], message });
      const now = addQty(line.signed || '0', line.refused || '0');
      if (compareQty(now, open.left) > 0) at('signed', `实收与拒收合计${displayQty(now)}，超过待签收${displayQty(open.left)}${open.unitName}`);
      if (compareQty(line.damage || '0', now) > 0) at('damage', `破损不能超过实收与拒收合计${displayQty(now)}${open.unitName}`);
      if ((/[1-9]/.test(line.refused) || /[1-9]/.test(line.damage)) && line.note.trim() === '') at('note', '有拒收或破损时请填写签收说明');
    }
  });

/** A line to sign with what is open of it: in all, or inside the package. */
type Open = Line & { left: string };
function openLines({ lines }: Delivery, parcel: Parcel | undefined): Open[] {
  const open = lines.flatMap((line) => {
    const held = parcel ? parcel.lines.find((one) => one.lineId === line.id) : line;
    return held ? [{ ...line, left: openOf(held) }] : [];
  });
  return open.filter((line) => compareQty(line.left, '0') > 0);
}
const isFilled = (line: Draft['lines'][number]): boolean => /[1-9]/.test(line.signed) || /[1-9]/.test(line.refused);

interface Props {
  delivery: Delivery;
  /** Signs this package alone. */
  parcel?: Parcel | undefined;
  /** The dealer signs; the factory signs on their behalf (代签收). */
  perspective: SignPerspective;
  open: boolean;
  onClose: () => void;
  onSigned: () => void;
}

/** Signs a delivery or one of its packages line by line: accepted, refused, damaged, with a note and photos. Starts from everything accepted. */
export function SignForm({ delivery, parcel, perspective, open, onClose, onSigned }: Props) {
  const [key, setKey] = useState(newKey);
  const lines = openLines(delivery, parcel);
  const schema = useMemo(() => draftFor(lines), [delivery, parcel]);
  const what = parcel ? `包裹${parcel.seq}` : '';
  const submit = async (draft: Draft) => {
    const sent = draft.lines.flatMap((line, index) => (isFilled(line) ? [index] : []));
    const input = {
      id: delivery.id,
      version: delivery.version,
      ...(parcel ? { packageId: parcel.id } : {}),
      lines: sent.map((index) => {
        const line = draft.lines[index] as Draft['lines'][number];
        return {
          lineId: line.lineId,
          signed: line.signed || '0',
          refused: line.refused || '0',
          damage: line.damage || '0',
          note: line.note,
          photos: fileKeysOf(line.photos),
        };
      }),
    };
    await call(perspective === 'dealer' ? signMine : signForDealer, input, { key }).catch((error) => Promise.reject(withFormLines(error, sent)));
    toast(`发货单${delivery.no}${what}已签收`, 'ok');
    setKey(newKey());
    onSigned();
  };
  return (
    <FormDialog<Draft>
      open={open}
      onClose={onClose}
      width="xl"
      title={`${perspective === 'dealer' ? '确认签收' : '代签收'}${what} ${delivery.no}`}
      ok="确认签收"
      schema={schema}
      defaults={{ lines: lines.map(blank) }}
      submit={submit}
    >
      <p className="text-ink-2">
        请按实际收到的数量填写；暂未收到的商品留空，以后再签。{parcel && '这里只签收这个包裹，其他包裹不受影响。'}有拒收或破损时请填写说明。
        破损只作登记：它已经算在实收或拒收的数量里，不另外增加或减少签收数量；破损不要的，请同时填入拒收。
      </p>
      <div className="flex flex-col divide-y divide-line">
        {lines.map((line, index) => (
          <SignLine key={line.id} line={line} index={index} />
        ))}
      </div>
    </FormDialog>
  );
}

const blank = (line: Open) => ({ lineId: line.id, signed: line.left, refused: '', damage: '', note: '', photos: '' });

/** The server numbers the lines it got; the form shows the empty ones too. */
function withFormLines(error: unknown, sent: readonly number[]): unknown {
  if (!isRefused(error) || !error.data.fields) return error;
  error.data.fields = Object.fromEntries(
    Object.entries(error.data.fields).map(([path, message]) => [path.replace(/^lines\.(\d+)\./, (_, n) => `lines.${sent[Number(n)] ?? n}.`), message]),
  );
  return error;
}

function SignLine({ line, index }: { line: Open; index: number }) {
  const place = `第${index + 1}行`;
  const number = <NumberInput decimals={line.unitDecimals} unit={line.unitName} />;
  return (
    <div className="grid grid-cols-1 gap-3 py-3 sm:grid-cols-[minmax(0,2fr)_repeat(3,minmax(6rem,1fr))]">
      <div className="min-w-0">
        <p className="font-medium">{line.name}</p>
        <p className="text-sm text-ink-3">{[line.orderNo, line.skuCode, line.spec].filter(Boolean).join(' · ')}</p>
        <p className="text-sm text-ink-2">
          待签收 <Qty value={line.left} unit={line.unitName} />
        </p>
        <SignedSum line={line} index={index} />
      </div>
      <Labelled text="实收">
        <CellField name={`lines.${index}.signed`} label={`${place}实收`}>
          {number}
        </CellField>
      </Labelled>
      <Labelled text="拒收">
        <CellField name={`lines.${index}.refused`} label={`${place}拒收`}>
          {number}
        </CellField>
      </Labelled>
      <Labelled text="其中破损（已含在内）">
        <CellField name={`lines.${index}.damage`} label={`${place}破损`}>
          {number}
        </CellField>
      </Labelled>
      <div className="flex flex-wrap items-start gap-3 sm:col-span-full">
        <div className="min-w-60 flex-1">
          <CellField name={`lines.${index}.note`} label={`${place}签收说明`}>
            <DictInput category="refuse_reason" placeholder="签收说明（有拒收或破损时必填）" maxLength={200} />
          </CellField>
        </div>
        <CellField name={`lines.${index}.photos`} label={`${place}照片`}>
          <PhotoInput />
        </CellField>
      </div>
    </div>
  );
}

/** Follows the typing: what is signed for now and what stays for later. */
function SignedSum({ line, index }: { line: Open; index: number }) {
  const typed = useWatch<Draft, `lines.${number}`>({ name: `lines.${index}` });
  const parts = [typed?.signed || '0', typed?.refused || '0'];
  if (!parts.every((qty) => Part.safeParse(qty).success)) return null;
  const now = sumQty(parts);
  const left = subQty(line.left, now);
  return (
    <p className={`figures text-sm ${left.startsWith('-') ? 'text-danger' : 'text-ink-2'}`} aria-live="polite">
      本次签收 {displayQty(now)}
      {line.unitName}，{left.startsWith('-') ? `多出 ${displayQty(left.slice(1))}` : `留待以后 ${displayQty(left)}`}
      {line.unitName}
    </p>
  );
}

function Labelled({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <span aria-hidden className="mb-1 block text-sm text-ink-2">
        {text}
      </span>
      {children}
    </div>
  );
}
