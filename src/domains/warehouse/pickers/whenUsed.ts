/** For `pick` filters of lists: the search is fetched when somebody opens the filter, so that the lists load less. */
export const findWarehouses = async (word: string) => (await import('./WarehousePicker')).findWarehouses(word);
