import { useWatch } from 'react-hook-form';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Combobox } from '~/ui/kit/Combobox';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { linkDecide, type linkList, linkTargets } from '../calls';
import { type Choice, choices, type LinkKind, linkKinds } from '../directory';

type Link = Pick<AnswerOf<typeof linkList>['pagedRecords'][number], 'kind' | 'externalId' | 'name' | 'localId' | 'localName' | 'choice'>;
interface Values {
  choice: Choice;
  localId: string;
}

/** What one department or person of DingTalk is here; counts from the next preview on. */
export default function LinkDialog({ link, onClose, onSaved }: { link: Link; onClose: () => void; onSaved: () => void }) {
  return (
    <FormDialog<Values>
      open
      onClose={onClose}
      title={`${linkKinds[link.kind]}“${link.name}”的对应关系`}
      defaults={{ choice: link.choice, localId: link.localId }}
      ok="保存"
      submit={async ({ choice, localId }) => {
        await call(linkDecide, { kind: link.kind, externalId: link.externalId, name: link.name, choice, localId: choice === 'LINK' ? localId : '' });
        onSaved();
      }}
    >
      <Field name="choice" label="处理方式" required hint="不同步：本系统保持现状；部门不同步时，其下级部门和只在其中的人员也不同步">
        <Select options={optionsOf(choices)} />
      </Field>
      <Target kind={link.kind} shown={link.localName} />
    </FormDialog>
  );
}

function Target({ kind, shown }: { kind: LinkKind; shown: string }) {
  const choice = useWatch({ name: 'choice' }) as Choice;
  if (choice !== 'LINK') return null;
  const load = async (name: string) =>
    (await call(linkTargets, { kind, name })).targets.map((one) => ({ value: one.id, label: one.active ? one.name : `${one.name}（已停用）` }));
  return (
    <Field
      name="localId"
      label={kind === 'MEMBER' ? '本系统账号' : '本系统部门'}
      required
      hint={kind === 'MEMBER' ? '选择已停用的账号，将在下次同步时重新启用' : undefined}
    >
      <Combobox load={load} shown={shown} />
    </Field>
  );
}
