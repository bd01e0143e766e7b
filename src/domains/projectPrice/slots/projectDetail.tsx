import type { ProjectDetail } from '~/domains/project/project.schema';
import { href } from '~/portal/href';
import { PRICE_MANAGE, PRICE_PROJECT } from '~/portal/permissions';
import { useCan } from '~/shell/session';
import type { SlotTab } from '~/ui/detail/slots';
import { sheetPath } from '../pickers/sheetColumns';
import { Sheets } from '../screens/Sheets';

export const tabs: readonly SlotTab<ProjectDetail>[] = [
  { value: 'projectPrice', label: '工程价', at: 20, code: PRICE_MANAGE, Content: ({ subject }) => <OfProject project={subject} /> },
];

function OfProject({ project }: { project: ProjectDetail }) {
  const keeps = useCan(PRICE_PROJECT) && project.status === 'ACTIVE';
  return (
    <Sheets query={{ projectId: project.id }} {...(keeps && { createHref: href(`${sheetPath}/edit`, { projectId: project.id, projectName: project.name }) })} />
  );
}
