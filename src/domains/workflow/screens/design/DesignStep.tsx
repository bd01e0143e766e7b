import { Keyboard, ZoomIn, ZoomOut } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button, IconButton } from '~/ui/kit/Button';
import { Popover } from '~/ui/kit/Popover';
import type { Problem } from '../../processProblem';
import { nodesOf } from '../../processTree';
import { Canvas } from './Canvas';
import { CheckPanel } from './CheckPanel';
import { useDesigning } from './DesignContext';
import { NodePanel } from './NodePanel';
import type { Chosen } from './selection';
import { keyHelp } from './useCanvasKeys';

const ZOOMS = [40, 60, 80, 100, 125, 150] as const;

/** The tree, what is chosen of it, and what is wrong with it. */
export function DesignStep({ problems }: { problems: readonly Problem[] }) {
  const { tree } = useDesigning();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [zoom, setZoom] = useState(100);
  const choose = useCallback((to: Chosen | null) => setChosen(to), []);
  const jump = (to: Chosen) => {
    setChosen(to);
    requestAnimationFrame(() => {
      const selector = `[data-node="${CSS.escape(to.nodeId)}"]${to.branchId ? `[data-branch="${CSS.escape(to.branchId)}"]` : ''}`;
      const card = document.querySelector<HTMLElement>(selector);
      card?.scrollIntoView({ block: 'center', inline: 'center' });
      card?.focus({ preventScroll: true });
    });
  };
  const by = (step: 1 | -1) => setZoom((was) => ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, ZOOMS.indexOf(was as 100) + step))] ?? 100);
  return (
    <section aria-label="流程设计" className="flex h-[calc(100dvh-246px)] min-h-[520px] flex-col overflow-hidden rounded-lg border border-line bg-paper">
      <div className="flex items-center gap-1 border-b border-line px-3 py-1.5 text-sm">
        <span className="text-ink-2">共{nodesOf(tree).length}个节点</span>
        <span className="ml-auto flex items-center gap-1">
          <IconButton label="缩小" size="sm" icon={<ZoomOut aria-hidden />} disabled={zoom === ZOOMS[0]} onClick={() => by(-1)} />
          <Button size="sm" tone="ghost" title="恢复到100%" onClick={() => setZoom(100)}>
            <span className="figures">{zoom}%</span>
          </Button>
          <IconButton label="放大" size="sm" icon={<ZoomIn aria-hidden />} disabled={zoom === ZOOMS.at(-1)} onClick={() => by(1)} />
          <Popover
            label="键盘操作"
            className="p-3"
            trigger={<IconButton label="键盘操作" size="sm" icon={<Keyboard aria-hidden />} className="max-sm:hidden" />}
          >
            <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-sm">
              {keyHelp.map(([keys, what]) => (
                <div key={keys} className="contents">
                  <dt className="figures">{keys}</dt>
                  <dd className="text-ink-2">{what}</dd>
                </div>
              ))}
            </dl>
          </Popover>
        </span>
      </div>
      <div className="flex min-h-0 flex-1">
        <Canvas chosen={chosen} problems={problems} zoom={zoom} onChoose={choose} />
        {chosen && <NodePanel chosen={chosen} problems={problems} onChoose={choose} />}
      </div>
      <CheckPanel problems={problems} onJump={jump} />
    </section>
  );
}
