import { useEffect, useMemo, useState } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { accountJoin, creditGroups } from '../calls';
import type { GroupRow } from '../creditForm.schema';

interface Props {
  of: { id: string; no: string; version: number; groupName: string };
  onClose: () => void;
  onDone: () => void;
}
const left = ({ name, available }: GroupRow): string => `${name}（可用${available === null ? '不限' : `${formatMoney(available)}元`}）`;

/** Puts the account under a group's limit or takes it out; what it uses goes along. */
export default function JoinDialog({ of, onClose, onDone }: Props) {
  const key = useMemo(newKey, []);
  const [groups, setGroups] = useState<readonly GroupRow[]>();
  useEffect(() => {
    void call(creditGroups, {}).then((answer) => setGroups(answer.groups));
  }, []);
  if (!groups) return null;
  const current = groups.find(({ name }) => name === of.groupName);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`授信账户${of.no}的集团`}
      defaults={{ groupId: current?.id ?? '' }}
      ok="保存"
      submit={async ({ groupId }) => {
        await call(accountJoin, { id: of.id, version: of.version, groupId }, { key });
        toast('集团已保存', 'ok');
        onDone();
      }}
    >
      <Field name="groupId" label="集团" hint="账户已占用和已用的部分一起计入集团；超出集团额度时只限制新的用信">
        <Select options={[{ value: '', label: '不属于任何集团' }, ...groups.map((one) => ({ value: one.id, label: left(one) }))]} />
      </Field>
    </FormDialog>
  );
}
