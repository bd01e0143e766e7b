import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { SealPicture } from '~/domains/seal/pickers/SealPicture';
import { call, newKey } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { cx } from '~/ui/kit/cx';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { Select } from '~/ui/kit/Select';
import { sentenceOf } from '~/ui/kit/sentence';
import { toast } from '~/ui/kit/toast';
import { contractPlace, contractPlaces } from '../calls';
import type { SealPlace } from '../contract';
import type { ContractDetail, Places } from '../contract.schema';
import { PdfPages } from './PdfPages';

type Place = Places['places'][number];
type Size = { width: number; height: number };

/** 盖章位置: seals are dragged on the pages, or moved by the arrow keys; the chosen one may stand on another page. */
export default function PlaceDialog({ contract, onClose }: { contract: ContractDetail; onClose: () => void }) {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const [pages, setPages] = useState(1);
  const [problem, setProblem] = useState('');
  const [key] = useState(newKey);
  useEffect(() => {
    call(contractPlaces, { id: contract.id }).then(
      (found) => {
        setPlaces(found.places);
        setPages(found.pages);
      },
      (error: unknown) => setProblem(sentenceOf(error)),
    );
  }, [contract.id]);
  const move = (signerId: string, change: Partial<SealPlace>) =>
    setPlaces((now) => now.map((one) => (one.signerId === signerId ? { ...one, place: { ...one.place, ...change } } : one)));
  const save = async () => {
    await call(contractPlace, { id: contract.id, version: contract.version, places: places.map(({ signerId, place }) => ({ signerId, place })) }, { key });
    toast('盖章位置已保存', 'ok');
    location.reload();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="盖章位置"
      width="xl"
      footer={
        <Button tone="primary" disabled={!places.length} onPress={save}>
          保存
        </Button>
      }
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      <p className="mb-2 text-sm text-ink-3">在页面上拖动印章，或选中后用方向键移动。</p>
      <div className="mb-3 flex flex-wrap gap-3">
        {places.map((one) => (
          <div key={one.signerId} className="flex items-center gap-2 text-sm whitespace-nowrap">
            {one.roleName}
            <Select
              aria-label={`${one.roleName}盖章的页`}
              value={String(one.place.page)}
              options={Array.from({ length: pages }, (_, at) => ({ value: String(at), label: `第${at + 1}页` }))}
              onChange={(page: string) => move(one.signerId, { page: Number(page) })}
            />
          </div>
        ))}
      </div>
      <PdfPages
        url={`/web/saas-contract/contract/download?id=${contract.id}`}
        title={contract.title}
        over={(page, sheet, scale) =>
          places
            .filter((one) => one.place.page === page)
            .map((one) => (
              <Seal
                key={one.signerId}
                name={one.roleName}
                look={one.seal}
                place={one.place}
                sheet={sheet}
                scale={scale}
                onMove={(change) => move(one.signerId, change)}
              />
            ))
        }
      />
    </Dialog>
  );
}

interface SealProps {
  name: string;
  look: Place['seal'];
  place: SealPlace;
  sheet: Size;
  scale: number;
  onMove: (change: Partial<SealPlace>) => void;
}
const STEP = 4;

function Seal({ name, look, place, sheet, scale, onMove }: SealProps) {
  /** Where it was taken hold of: the pointer, and the seal then. Places are whole points, so that adding up small moves would stray from the pointer. */
  const held = useRef<{ clientX: number; clientY: number; x: number; y: number }>(null);
  const drawn = look.picture !== '' || look.shapes.length > 0;
  const within = (x: number, y: number) => ({
    x: Math.round(Math.min(Math.max(0, x), sheet.width - place.width)),
    y: Math.round(Math.min(Math.max(0, y), sheet.height - place.height)),
  });
  const drag = (event: PointerEvent) => {
    const from = held.current;
    if (from) onMove(within(from.x + (event.clientX - from.clientX) / scale, from.y - (event.clientY - from.clientY) / scale));
  };
  const arrows: Record<string, [number, number]> = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };
  return (
    <button
      type="button"
      aria-label={`${name}的盖章位置`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { clientX: event.clientX, clientY: event.clientY, x: place.x, y: place.y };
      }}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        held.current = null;
      }}
      onKeyDown={(event) => {
        const by = arrows[event.key];
        if (!by) return;
        event.preventDefault();
        onMove(within(place.x + by[0], place.y + by[1]));
      }}
      className={cx(
        'absolute grid cursor-move touch-none place-items-center rounded outline-2 outline-danger/60 outline-dashed focus-visible:outline-solid',
        !drawn && 'rounded-full bg-danger-soft/60 text-sm text-danger',
      )}
      style={{ left: place.x * scale, top: (sheet.height - place.y - place.height) * scale, width: place.width * scale, height: place.height * scale }}
    >
      {drawn ? (
        <span className="pointer-events-none opacity-80">
          <SealPicture bare art={{ shapes: look.shapes }} picture={look.picture} label="" size={Math.min(place.width, place.height) * scale} />
        </span>
      ) : (
        name
      )}
    </button>
  );
}
