import { arriving } from '~/ui/arriving';

/** What the lists need only when somebody opens a filter or acts on a row: fetched then, so that the lists load less. */
export const actions = () => arriving(import('../actions'));
export const findProjects = async (word: string) => (await arriving(import('~/domains/project/pickers/ProjectPicker'))).findProjects(word);
