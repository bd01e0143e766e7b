import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';

export type PaperKind = 'A4' | 'TRIPLE' | 'LABEL';
/** 241 mm is the width of continuous carbon paper between its tear-off edges; half a page of it is 140 mm high. */
const sizes: Record<PaperKind, string> = {
  A4: 'size: A4 portrait; margin: 12mm',
  TRIPLE: 'size: 241mm 140mm; margin: 6mm 12mm',
  LABEL: 'size: 100mm 150mm; margin: 4mm',
};

const style = (kind: PaperKind) => `@page { ${sizes[kind]} }
@media print { html, body { background: #fff !important } body > *:not(#print-sheets) { display: none !important } #print-sheets { display: block !important } .print-sheet { break-after: page } .print-sheet:last-child { break-after: auto } }
#print-sheets { display: none; color: #000; background: #fff; font-size: ${kind === 'A4' ? 12 : 11}px; line-height: 1.5 }
#print-sheets h1 { font-size: 18px; font-weight: 600; text-align: center; letter-spacing: 4px; margin: 0 }
#print-sheets .head { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; gap: 8px; margin-bottom: 6px }
#print-sheets .head > :last-child { justify-self: end }
#print-sheets .facts { display: grid; grid-template-columns: repeat(2, 1fr); gap: 2px 16px; margin-bottom: 6px }
#print-sheets .facts .wide { grid-column: 1 / -1 }
#print-sheets table { width: 100%; border-collapse: collapse }
#print-sheets thead { display: table-header-group }
#print-sheets tr { break-inside: avoid }
#print-sheets th, #print-sheets td { border: 1px solid #000; padding: ${kind === 'A4' ? '4px 6px' : '1px 4px'}; text-align: left; font-weight: 400 }
#print-sheets .num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
#print-sheets .signs { display: flex; justify-content: space-between; gap: 12px; margin-top: ${kind === 'A4' ? 20 : 8}px; break-inside: avoid }
#print-sheets .copies { margin-top: 4px; text-align: right; font-size: 10px }`;

/** Puts sheets on paper, each on a page of its own; printing starts as soon as they are drawn, `onDone` follows the browser's dialog. */
export function Paper({ kind, onDone, children }: { kind: PaperKind; onDone: () => void; children: ReactNode }) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [onDone]);
  return createPortal(
    <div id="print-sheets">
      <style>{style(kind)}</style>
      {children}
    </div>,
    document.body,
  );
}
