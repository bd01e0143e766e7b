import { useId } from 'react';
import { Input } from '~/ui/kit/Input';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  problem?: string | undefined;
}

/** A time of day, HH:mm. */
export function ClockInput({ label, value, onChange, disabled, problem }: Props) {
  const id = useId();
  return (
    <div className="w-36">
      <label htmlFor={id} className="mb-1 block text-sm text-ink-2">
        {label}
      </label>
      <Input
        id={id}
        value={value}
        onChange={onChange}
        placeholder="如 22:00"
        maxLength={5}
        disabled={disabled}
        invalid={problem !== undefined}
        aria-describedby={`${id}p`}
      />
      {problem && (
        <span id={`${id}p`} role="alert" className="text-sm text-danger">
          {problem}
        </span>
      )}
    </div>
  );
}
