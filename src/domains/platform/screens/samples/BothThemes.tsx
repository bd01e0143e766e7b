import type { ReactNode } from 'react';

/** The same pieces on both grounds, side by side; nothing in them may need script. */
export function BothThemes({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">{title}</h3>
      <div className="grid gap-3 lg:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} data-theme={theme} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-paper p-4 text-ink">
            {children}
          </div>
        ))}
      </div>
    </section>
  );
}
