import { Camera, ScanLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/kit/Button';
import { Input } from '~/ui/kit/Input';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';

/** Fetched when first opened; most people scan with a hand-held reader. */
const CameraDialog = late(() => import('./CameraDialog'));

interface Props {
  /** Takes one scanned code; answers the sentence to show, refuses by throwing one. */
  onCode: (code: string) => Promise<string>;
  /** Where filling in the form begins. */
  autoFocus?: boolean | undefined;
}

/** Takes scanned codes one after the other; a reader may fire faster than the server answers. */
export function useScan(onCode: Props['onCode']) {
  const [last, setLast] = useState<{ text: string; bad: boolean }>();
  const [watching, setWatching] = useState(false);
  const [canWatch, setCanWatch] = useState(false);
  const queue = useRef(Promise.resolve());
  useEffect(() => setCanWatch('BarcodeDetector' in window && Boolean(navigator.mediaDevices)), []);
  const take = (scanned: string) => {
    const text = scanned.trim();
    if (!text) return;
    queue.current = queue.current.then(async () => {
      try {
        setLast({ text: await onCode(text), bad: false });
      } catch (error) {
        const sentence = (error as Error).message;
        setLast({ text: sentence, bad: true });
        toast(sentence, 'error');
      }
    });
  };
  const camera = watching && <CameraDialog onClose={() => setWatching(false)} onCode={take} last={last?.text ?? ''} />;
  /** Undefined where the browser reads no codes from a camera. */
  const watch = canWatch ? () => setWatching(true) : undefined;
  return { take, last, camera, watch };
}

/** 扫码: a field for readers that type a code and press Enter, and the camera where the browser can read codes from it. */
export function ScanBar({ onCode, autoFocus }: Props) {
  const [code, setCode] = useState('');
  const { take, last, camera, watch } = useScan(onCode);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5" data-print="hide">
      <ScanLine aria-hidden className="size-4 text-ink-3" />
      <span className="w-60">
        <Input
          value={code}
          onChange={setCode}
          aria-label="扫码录入"
          placeholder="扫描条码，或输入编码后回车"
          maxLength={60}
          autoFocus={autoFocus}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            take(code);
            setCode('');
          }}
        />
      </span>
      {watch && (
        <Button size="sm" icon={<Camera aria-hidden />} onClick={watch}>
          摄像头扫码
        </Button>
      )}
      <span role="status" className={last?.bad ? 'text-danger' : 'text-ink-2'}>
        {last?.text ?? '同一商品再扫一次，数量加1'}
      </span>
      {camera}
    </div>
  );
}
