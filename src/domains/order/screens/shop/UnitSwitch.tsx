import { useId } from 'react';

interface Props {
  label: string;
  units: readonly { unitId: string; name: string }[];
  value: string;
  onChange: (unitId: string) => void;
}
const FEW = 3;

/** 单位: beside one another while they are few. */
export function UnitSwitch({ label, units, value, onChange }: Props) {
  const name = useId();
  if (units.length < 2) return null;
  if (units.length > FEW)
    return (
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} className="field select-arrow h-8 min-h-8 w-auto py-0">
        {units.map((unit) => (
          <option key={unit.unitId} value={unit.unitId}>
            {unit.name}
          </option>
        ))}
      </select>
    );
  return (
    <span role="radiogroup" aria-label={label} className="inline-flex overflow-hidden rounded border border-line-strong">
      {units.map((unit) => (
        <label
          key={unit.unitId}
          className="relative grid min-h-8 min-w-8 place-items-center px-2 text-sm text-ink-2 not-first:border-l not-first:border-line has-checked:bg-brand-soft has-checked:font-medium has-checked:text-brand has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            value={unit.unitId}
            checked={unit.unitId === value}
            onChange={() => onChange(unit.unitId)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {unit.name}
        </label>
      ))}
    </span>
  );
}
