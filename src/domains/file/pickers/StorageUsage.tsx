import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { fileUsage } from '../calls';
import { sizeText } from './fileHref';

/** What the company's files take up, once known. */
export function StorageUsage() {
  const [usage, setUsage] = useState<AnswerOf<typeof fileUsage> | null>(null);
  useEffect(() => void call(fileUsage, {}).then(setUsage, () => undefined), []);
  if (!usage) return null;
  return (
    <p className="text-sm text-ink-3">
      本企业文件存储：{usage.files}个文件，共{sizeText(usage.bytes)}
    </p>
  );
}
