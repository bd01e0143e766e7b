import type { Condition, FormField, ProcessTree } from '../process';
import { ConditionInput } from '../screens/design/ConditionInput';
import { DesignContext } from '../screens/design/DesignContext';

const nobody = { members: [], departments: [], roles: [], groups: [], starterFields: [] };
const noTree: ProcessTree = { nodes: [] };

/** The condition builder of approval processes, for whatever else is decided by such conditions over fields of its own. */
export function ConditionPicker({ fields, value, onChange }: { fields: readonly FormField[]; value: Condition; onChange: (value: Condition) => void }) {
  return (
    <DesignContext value={{ tree: noTree, fields, choices: nobody as never, nameOf: (id) => id, edit: () => undefined }}>
      <ConditionInput value={value} onChange={onChange} />
    </DesignContext>
  );
}
