import { net } from '~/server/hiddenWords.server';

/** A sentence of the product that says a sum without its mark reached somebody who may not know it: the second net caught it, and the sentence is to be mended. */
export const failOnUnmarked = (text: string, left: string): never => {
  throw new Error(`a sum stands in a sentence without its mark (use saidYuan, saidPrice or said of shared/said.ts): ${text} → ${left}`);
};

net.caught = failOnUnmarked;
