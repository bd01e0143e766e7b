import { arriving } from '~/ui/arriving';
import type { OrderSignSlot } from '../../slots';

/** What the lists need only when somebody opens a filter or acts on a row: fetched then, so that the lists load less. */
export const actions = () => arriving(import('../actions'));
export const findProjects = async (word: string) => (await arriving(import('~/domains/project/pickers/ProjectPicker'))).findProjects(word);

const signing = Object.values(import.meta.glob<OrderSignSlot>('../../../*/slots/orderSign.tsx'));
export const signOrder: OrderSignSlot['signOrder'] = async (orderId) => {
  const [load] = signing;
  return load ? (await arriving(load())).signOrder(orderId) : null;
};
