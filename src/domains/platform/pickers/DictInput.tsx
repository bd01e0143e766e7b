import { useEffect, useId, useState } from 'react';
import { Input } from '~/ui/kit/Input';
import type { InputProps } from '~/ui/kit/types';
import { dictWords } from './dictOptions';

/** An input that offers a dictionary's words and takes others too. */
export function DictInput({ category, ...input }: InputProps & { category: string; maxLength?: number }) {
  const list = useId();
  const [words, setWords] = useState<readonly string[]>([]);
  useEffect(() => {
    dictWords(category).then(setWords, () => undefined);
  }, [category]);
  return (
    <>
      <Input {...input} list={list} />
      <datalist id={list}>
        {words.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  );
}
