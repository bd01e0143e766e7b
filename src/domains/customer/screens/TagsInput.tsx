import { Input } from '~/ui/kit/Input';
import { Tag } from '~/ui/kit/Tag';
import type { InputProps } from '~/ui/kit/types';
import { joinTags, tagsIn } from '../customerTags';

const MOST_OFFERED = 12;

/** Tags typed in one line, with those other customers bear to choose from. */
export function TagsInput({ known, value = '', onChange, ...props }: InputProps & { known: readonly string[] }) {
  const chosen = tagsIn(value);
  const offered = known.filter((tag) => !chosen.includes(tag)).slice(0, MOST_OFFERED);
  return (
    <div className="flex flex-col gap-1.5">
      <Input {...props} value={value} onChange={onChange} maxLength={130} />
      {offered.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {offered.map((tag) => (
            <button key={tag} type="button" aria-label={`加标签${tag}`} disabled={props.disabled} onClick={() => onChange?.(joinTags([...chosen, tag]))}>
              <Tag className="hover:text-brand">{tag}</Tag>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

export const TagList = ({ line }: { line: string }) => (
  <span className="flex flex-wrap gap-1">
    {tagsIn(line).map((tag) => (
      <Tag key={tag}>{tag}</Tag>
    ))}
  </span>
);
