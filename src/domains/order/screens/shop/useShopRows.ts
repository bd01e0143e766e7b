import { useCallback, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { TableHandle } from '~/ui/form/tableTypes';
import { toast } from '~/ui/kit/toast';
import { isBlank } from '../../form/orderForm';
import type { FormDraft, FormRow } from '../../form/orderForm.schema';
import { MOST_LINES } from '../../lines/entry';

/** The form's lines for screens that draw no table: what stands in them, and how they change. Blank rows are not among them. */
export function useShopRows(): { rows: FormRow[]; table: TableHandle<FormRow> } {
  const { control, getValues, setValue, clearErrors } = useFormContext<FormDraft>();
  const lines = useWatch<FormDraft, 'lines'>({ name: 'lines' });
  const read = useCallback(() => getValues('lines').filter((row) => !isBlank(row)), [getValues]);
  const replace = useCallback(
    (rows: readonly FormRow[]) => {
      if (rows.length > MOST_LINES) return toast(`一张订单最多${MOST_LINES}行，请把其余商品放到另一张订单`, 'warn');
      clearErrors('lines');
      setValue('lines', [...rows], { shouldDirty: true, shouldTouch: true, shouldValidate: control._formState.isSubmitted });
    },
    [control, setValue, clearErrors],
  );
  const table = useMemo(
    () => ({
      rows: read,
      replace,
      append: (more: readonly Partial<FormRow>[]) => replace([...read(), ...(more as readonly FormRow[])]),
      set: (index: number, patch: Partial<FormRow>) => replace(read().map((row, at) => (at === index ? { ...row, ...patch } : row))),
      remove: (index: number) => replace(read().filter((_, at) => at !== index)),
    }),
    [read, replace],
  );
  const rows = useMemo(() => lines.filter((row) => !isBlank(row)), [lines]);
  return { rows, table };
}
