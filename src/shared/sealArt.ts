/** A seal as drawn: paths in a square of 1000, y down, in SVG's words (absolute M L Q C Z only), filled or stroked in the colour of seals. */
export interface SealArt {
  shapes: readonly { path: string; stroke?: number }[];
}

/** Colour of Chinese seals. */
export const SEAL_RED = '#d5241d';
export const SEAL_SIDE = 1000;
