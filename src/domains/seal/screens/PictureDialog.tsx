import { useState } from 'react';
import { call, newKey } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { FileDrop } from '~/ui/kit/FileDrop';
import { sentenceOf } from '~/ui/kit/sentence';
import { toast } from '~/ui/kit/toast';
import { sealDrawn, sealPicture } from '../calls';
import { SealPicture } from '../pickers/SealPicture';
import { sealKinds } from '../seal';
import type { SealView } from './sealViews';

/** 印章图片: a scan of the real seal in place of the drawn one. */
export default function PictureDialog({ seal, onClose }: { seal: SealView; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState('');
  const [key] = useState(newKey);
  const run = async (work: () => Promise<unknown>, done: string) => {
    setProblem('');
    try {
      await work();
      toast(done, 'ok');
      location.reload();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${sealKinds[seal.kind]}图片：${seal.name}`}
      footer={
        <>
          {seal.picture && (
            <Button onPress={() => run(() => call(sealDrawn, { id: seal.id, version: seal.version }, { key: `${key}drawn` }), '已改为按名称生成')}>
              改为按名称生成
            </Button>
          )}
          <Button
            tone="primary"
            disabled={!file}
            onPress={() => run(() => call(sealPicture, { id: seal.id, version: seal.version, file: file as File }, { key }), '印章图片已保存')}
          >
            保存
          </Button>
        </>
      }
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="flex flex-wrap items-center gap-4">
        <SealPicture art={{ shapes: seal.shapes }} picture={seal.picture} label={`${seal.name}当前的图样`} />
        <p className="min-w-48 flex-1 text-sm text-ink-2">
          {seal.picture ? '当前使用上传的图片。' : '当前按名称生成。'}
          把印章盖在白纸上，扫描或正面拍照后上传；背景会自动去除，只保留印迹。已签署的合同不受影响。
        </p>
      </div>
      <FileDrop accept=".png,.jpg,.jpeg" maxMb={2} file={file} onFile={setFile} hint="PNG或JPG，每边200至4000像素，一张图片一枚印章" />
    </Dialog>
  );
}
