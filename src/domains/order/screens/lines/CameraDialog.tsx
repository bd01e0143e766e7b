import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector: { new (options?: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

const EVERY_MS = 200;
/** The same code counts again only after it left the picture for so long. */
const AGAIN_MS = 1500;

interface Props {
  onClose: () => void;
  onCode: (code: string) => void;
  last: string;
}

/** Reads codes from the camera until it is closed. */
export default function CameraDialog({ onClose, onCode, last }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const take = useRef(onCode);
  take.current = onCode;
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const seen = new Map<string, number>();
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let over = false;
    const start = async () => {
      const camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (over || !video.current) return stop(camera);
      stream = camera;
      video.current.srcObject = camera;
      await video.current.play();
      const detector = new BarcodeDetector({ formats: await BarcodeDetector.getSupportedFormats() });
      timer = setInterval(async () => {
        const found = video.current ? await detector.detect(video.current).catch(() => []) : [];
        const now = Date.now();
        for (const { rawValue } of found) {
          if (now - (seen.get(rawValue) ?? 0) > AGAIN_MS) take.current(rawValue);
          seen.set(rawValue, now);
        }
      }, EVERY_MS);
    };
    start().catch(() => setProblem('无法使用摄像头：请在浏览器中允许访问摄像头，并确认通过 https 打开本页面'));
    return () => {
      over = true;
      clearInterval(timer);
      stop(stream);
    };
  }, []);
  return (
    <Dialog open onClose={onClose} title="摄像头扫码" note="把条码放进画面，识别后自动加入明细" footer={<Button onClick={onClose}>完成</Button>}>
      {problem ? (
        <Alert tone="danger">{problem}</Alert>
      ) : (
        <video ref={video} muted playsInline className="aspect-video w-full rounded bg-sunken object-cover" aria-label="摄像头画面" />
      )}
      <p role="status" className="mt-3 min-h-6 text-ink-2">
        {last}
      </p>
    </Dialog>
  );
}

const stop = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};
