import { beforeEach, describe, expect, test, vi } from 'vitest';
import { oncePerPage, pageComes, whileShown } from '~/ui/kit/page';

beforeEach(() => {
  vi.stubGlobal('dispatchEvent', () => true);
});
const settled = (work: Promise<unknown>) =>
  Promise.race([work.then(String, (error: Error) => error.message), new Promise((done) => setTimeout(() => done('nothing'), 20))]);

describe('what belongs to a page', () => {
  test('is asked once on each page, and again after a failure', async () => {
    let asked = 0;
    const answer = oncePerPage(async () => {
      asked += 1;
      if (asked === 2) throw new Error('no network');
      return asked;
    });
    expect([await answer(), await answer()]).toEqual([1, 1]);
    pageComes();
    await expect(answer()).rejects.toThrow('no network');
    expect([await answer(), await answer()]).toEqual([3, 3]);
    answer.forget();
    expect(await answer()).toBe(4);
  });

  test('a failure of a page left does not forget the answer of the next', async () => {
    const fails: ((error: Error) => void)[] = [];
    let asked = 0;
    const answer = oncePerPage(() => {
      asked += 1;
      return asked === 1 ? new Promise<number>((_, reject) => fails.push(reject)) : Promise.resolve(asked);
    });
    const first = answer();
    pageComes();
    expect(await answer()).toBe(2);
    fails[0]?.(new Error('late'));
    await expect(first).rejects.toThrow('late');
    expect(await answer()).toBe(2);
  });

  test('hears nothing of it after the next page has come', async () => {
    expect(await settled(whileShown(Promise.resolve('here')))).toBe('here');
    expect(await settled(whileShown(Promise.reject(new Error('refused'))))).toBe('refused');
    const late = whileShown(new Promise((done) => setTimeout(() => done('late'), 5)));
    const lateFailure = whileShown(new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 5)));
    pageComes();
    expect(await settled(late)).toBe('nothing');
    expect(await settled(lateFailure)).toBe('nothing');
  });
});
