/**
 * A part of the page somebody asked for, on its way: /arrival.js says so, with a way to refresh, when it fails or does not come.
 * Parts fetched ahead of need are not told of. Browser only.
 */
export function arriving<T>(part: Promise<T>): Promise<T> {
  dispatchEvent(new CustomEvent('portal:part', { detail: part }));
  return part;
}
