import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { newKey } from './call';

interface Reversed {
  /** What is taken back, e.g. 发货单FH20261121000001. */
  title: string;
  /** What follows from it. */
  body: string;
  run: (reason: string, key: string) => Promise<unknown>;
}

/** 冲销 of any document: asks for the reason, makes the call under one key, and answers whether it was done. */
export async function confirmReverse({ title, body, run }: Reversed): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title: `冲销${title}？`, body, tone: 'danger', ok: '冲销', reason: { label: '冲销原因', max: 200 } });
  if (!agreed) return false;
  await run(agreed.reason, key);
  toast(`${title}已冲销`, 'ok');
  return true;
}
