/** Tabs count exactly up to here; above they show "999+". */
export const TAB_CAP = 1_000;
