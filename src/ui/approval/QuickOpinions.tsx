import { Plus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from '../kit/toast';

const MOST = 8;
const kinds = {
  for: { kept: 'portal:opinions', usual: ['同意', '情况属实，同意', '请按约定办理'] },
  against: { kept: 'portal:opinions:against', usual: ['请补充材料后再提交', '价格需重新确认', '内容有误，请修改'] },
};

interface Props {
  /** Of whoever agrees, or of whoever does not: the words of the one would be wrong for the other. */
  kind: keyof typeof kinds;
  /** What stands in the opinion now, offered to be kept. */
  typed: string;
  onPick: (words: string) => void;
}

/** Words people use again and again: those everybody has, and the person's own, kept in this browser. */
export function QuickOpinions({ kind, typed, onPick }: Props) {
  const { kept, usual } = kinds[kind];
  const [own, setOwn] = useState<string[]>([]);
  useEffect(() => setOwn(readOwn(kept)), [kept]);
  const keep = (next: string[]) => {
    setOwn(next);
    try {
      localStorage.setItem(kept, JSON.stringify(next));
    } catch {
      toast('浏览器不允许保存常用意见', 'warn');
    }
  };
  const words = typed.trim();
  const mayKeep = words !== '' && words.length <= 30 && ![...usual, ...own].includes(words);
  const chip =
    'inline-flex min-h-8 items-center gap-1 rounded-full border border-line-strong bg-paper px-3 text-sm text-ink-2 hover:border-brand-line hover:text-brand';
  return (
    <fieldset aria-label="常用意见" className="flex flex-wrap items-center gap-1.5">
      {[...own, ...usual].map((one) => (
        <span key={one} className="inline-flex">
          <button type="button" className={chip} onClick={() => onPick(one)}>
            {one}
          </button>
          {own.includes(one) && (
            <button
              type="button"
              aria-label={`移除常用意见“${one}”`}
              className="-ml-1 px-1 text-ink-3 hover:text-danger"
              onClick={() => keep(own.filter((other) => other !== one))}
            >
              <X aria-hidden className="size-3.5" />
            </button>
          )}
        </span>
      ))}
      {mayKeep && (
        <button type="button" className={`${chip} border-dashed`} onClick={() => keep([words, ...own].slice(0, MOST))}>
          <Plus aria-hidden className="size-3.5" />
          存为常用
        </button>
      )}
    </fieldset>
  );
}

function readOwn(from: string): string[] {
  try {
    const words: unknown = JSON.parse(localStorage.getItem(from) ?? '[]');
    return Array.isArray(words) ? words.filter((one): one is string => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}
