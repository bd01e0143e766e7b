import { call } from '~/shell/call';
import { confirmStep } from '~/ui/kit/asked';
import { toast } from '~/ui/kit/toast';
import { projectMove } from '../calls';
import { type ProjectState, projectFlow, type Transition } from '../project';
import type { ProjectRow } from '../project.schema';

type Moving = Pick<ProjectRow, 'id' | 'name' | 'version' | 'status'>;
export const transitionsOf = (project: Moving): readonly Transition[] => projectFlow.stepsFrom(project.status);

const consequences: Record<ProjectState, string> = {
  ACTIVE: '之后的订单可以选择该项目。',
  PAUSED: '暂停后新订单不能选择该项目，已有订单照常办理。',
  DONE: '完工后新订单不能选择该项目；还有未完成订单时不能完工。',
  CLOSED: '终止后不能恢复；还有未完成订单时不能终止。',
};

/** Asks and moves a project to another state; answers whether it was. */
export async function moveProject(project: Moving, transition: Transition): Promise<boolean> {
  const title = `${transition.label}项目“${project.name}”？`;
  const agreed = await confirmStep(transition, { title, body: consequences[transition.to], danger: transition.to === 'CLOSED' });
  if (!agreed) return false;
  await call(projectMove, { id: project.id, version: project.version, to: transition.to, reason: agreed.reason });
  toast(`已${transition.label}`, 'ok');
  return true;
}
