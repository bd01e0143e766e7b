import { z } from 'zod';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Select } from '~/ui/kit/Select';
import { inviteCreate } from '../calls';
import { inviteDays } from '../onboarding';
import type { NewInvite } from '../onboarding.schema';

const Days = z.object({ days: z.enum(inviteDays) });

/** Asks how long the link shall hold, and makes it. */
export default function InviteDialog({
  customerId,
  onClose,
  onMade,
}: {
  customerId: string;
  onClose: () => void;
  onMade: (invite: NewInvite) => Promise<void>;
}) {
  return (
    <FormDialog
      open
      onClose={onClose}
      title="邀请经销商"
      ok="生成链接"
      width="sm"
      schema={Days}
      defaults={{ days: '7' as (typeof inviteDays)[number] }}
      submit={async ({ days }) => onMade(await call(inviteCreate, { customerId, days }))}
    >
      <p className="text-sm text-ink-3">对方打开链接、验证手机号后即可代表该客户下单。每个链接仅限一人使用一次。</p>
      <Field name="days" label="有效期" required>
        <Select options={inviteDays.map((value) => ({ value, label: `${value}天` }))} />
      </Field>
    </FormDialog>
  );
}
