export const MAX_DEPTH = 8;
