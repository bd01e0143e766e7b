import { useState } from 'react';
import { z } from 'zod';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { formatQty } from '~/ui/values/format';
import type { ActivityDetail as Detail } from '../activity.schema';
import { activityAddQuota } from '../calls';

type Item = Detail['items'][number];
const More = z.object({ more: z.string().regex(/^(?=.*[1-9])\d{1,14}(\.\d{1,4})?$/, '请填写大于0的数量') });

/** Adds to what an activity may be used for. */
export default function QuotaDialog({ activity, item, onClose }: { activity: Detail; item: Item; onClose: () => void }) {
  const [key] = useState(newKey);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`追加限量：${item.productName}（${item.skuCode}）`}
      schema={More}
      defaults={{ more: '' }}
      submit={async ({ more }) => {
        await call(activityAddQuota, { id: activity.id, version: activity.version, itemId: item.id, more }, { key });
        toast('已追加限量', 'ok');
        location.reload();
      }}
    >
      <Field name="more" label={`追加数量（${item.unitName}）`} required hint={`当前总限量${formatQty(item.totalQuota ?? '0')}，已用${formatQty(item.used)}`}>
        <Input inputMode="decimal" />
      </Field>
    </FormDialog>
  );
}
