/** Counts of work stop here; the screen shows "999+". */
export const TODO_CAP = 1000;
export const shownCount = (count: number): string => (count >= TODO_CAP ? `${TODO_CAP - 1}+` : String(count));
