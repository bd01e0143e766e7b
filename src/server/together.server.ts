/** Two pieces of work of one transaction side by side, so that their statements travel together. When both fail, the first says why. */
export async function together<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  second.catch(() => {});
  return [await first, await second];
}
