import { call } from '~/shell/call';
import type { Option } from '~/ui/kit/types';
import { customerLevels } from '../calls';

/** Customer levels whose name holds the word, for choices and `pick` filters. */
export async function findLevels(word = ''): Promise<Option[]> {
  const { levels } = await call(customerLevels, {});
  return levels.filter((level) => level.name.includes(word)).map((level) => ({ value: level.id, label: level.name, hint: level.code }));
}
