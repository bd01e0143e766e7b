import { arriving } from '~/ui/arriving';

/** For `pick` filters of lists: the search is fetched when somebody opens the filter, so that the lists load less. */
export const findCustomers = async (word: string) => (await arriving(import('./CustomerPicker'))).findCustomers(word);
export const findSales = async (word: string) => (await arriving(import('./SalesPicker'))).findSales(word);
