import { useCallback } from 'react';
import { choiceName } from '~/shared/documentFields';
import { call } from '~/shell/call';
import { Combobox } from '~/ui/kit/Combobox';
import type { InputProps, Option } from '~/ui/kit/types';
import { projectSearch } from '../calls';
import { projectStates } from '../project';
import type { ProjectOption } from '../project.schema';

const optionOf = (one: ProjectOption, withCustomer: boolean): Option => ({
  value: one.id,
  label: one.name,
  hint: [one.code, withCustomer ? one.customerName : '', one.city, one.status === 'ACTIVE' ? '' : choiceName(projectStates, one.status)]
    .filter(Boolean)
    .join(' · '),
});

/** Projects of every customer that match what is typed, for `pick` filters. */
export async function findProjects(word: string): Promise<Option[]> {
  return (await call(projectSearch, { keyword: word })).projects.map((one) => optionOf(one, true));
}

interface ProjectPickerProps extends Omit<InputProps, 'onChange'> {
  /** Only this customer's projects; a dealer sees its own whatever is named. */
  customerId?: string;
  /** Name of the project `value` names, shown before anything is typed. */
  shown?: string;
  clearable?: boolean;
  /** Also offers projects that are paused or over. */
  all?: boolean;
  onChange?: (projectId: string, option?: Option) => void;
}

/** Combobox over projects by name, code or pinyin; the value is the project's id. */
export function ProjectPicker({ customerId = '', all = false, placeholder = '输入项目名称、编号或拼音', ...input }: ProjectPickerProps) {
  const load = useCallback(
    async (word: string) => (await call(projectSearch, { keyword: word, customerId, activeOnly: !all })).projects.map((one) => optionOf(one, !customerId)),
    [customerId, all],
  );
  return <Combobox clearable {...input} placeholder={placeholder} load={load} />;
}
