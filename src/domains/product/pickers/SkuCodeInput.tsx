import { messageOf } from '~/shell/call';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import type { InputProps } from '~/ui/kit/types';
import type { PickedSku } from '../product.schema';
import { findSku } from './skuCodes';

interface Props extends InputProps {
  /** The code the goods of the row were found by. */
  known: string;
  /** The goods of what was typed; null when nobody knows it. */
  onFound: (sku: PickedSku | null) => void;
}

/** A code or barcode that becomes the goods when the cell is left. */
export function SkuCodeInput({ known, onFound, ...props }: Props) {
  const find = async () => {
    const typed = (props.value ?? '').trim();
    if (!typed || typed === known) return;
    const { sku, problem } = await findSku(typed);
    if (!sku) toast(`“${typed}”：${problem}`, 'error');
    onFound(sku);
  };
  return (
    <Input
      {...props}
      onBlur={() => {
        props.onBlur?.();
        find().catch((error: unknown) => toast(messageOf(error), 'error'));
      }}
    />
  );
}
