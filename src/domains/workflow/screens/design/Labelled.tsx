import { type ReactNode, useId } from 'react';

/** A field of a panel: its name above it. */
export function Labelled({ label, hint, children }: { label: string; hint?: ReactNode; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-ink-2">
        {label}
      </label>
      {children(id)}
      {hint && <p className="text-xs text-ink-3">{hint}</p>}
    </div>
  );
}

/** A part of a panel. */
export function PanelPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 border-t border-line px-4 py-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}
