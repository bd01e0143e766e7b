import { activityModes, floorModes, manualPriceModes } from './pricePolicy';

/** What people call the codes its records keep, by field: log entries are read in these words. */
export const fieldWords = { activityMode: activityModes, floorMode: floorModes, manualPriceMode: manualPriceModes };
