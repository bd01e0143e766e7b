import { call } from '~/shell/call';
import { areaTree } from '../calls';
import { childrenOf, type RegionNode } from '../region';

let asked: Promise<readonly RegionNode[]> | undefined;

/** What RegionCascade loads: the tree is fetched once, when somebody first needs it. */
export async function loadRegions(parent: string): Promise<{ value: string; label: string }[]> {
  asked ??= call(areaTree, undefined, { stays: true }).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return childrenOf(await asked, parent).map(({ value, label }) => ({ value, label }));
}
