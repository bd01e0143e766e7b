/** A sentence for the person; every other error in the worker is a defect or a limit. */
export class SheetRefused extends Error {}

export function refuseSheet(message) {
  throw new SheetRefused(message);
}
