/** What the lists need only when somebody opens a filter or acts on a row: fetched then, so that the lists load less. */
export const moves = () => import('./moves');
export const findCustomers = async (word: string) => (await import('~/domains/customer/pickers/CustomerPicker')).findCustomers(word);
export const findSales = async (word: string) => (await import('~/domains/customer/pickers/SalesPicker')).findSales(word);
export const findProjects = async (word: string) => (await import('~/domains/project/pickers/ProjectPicker')).findProjects(word);
export const loadRegions = async (parent: string) => (await import('~/domains/region/pickers/regions')).loadRegions(parent);
