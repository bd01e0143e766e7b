import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AttachedFile } from '~/domains/file/attachment.schema';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { fileHref } from '~/domains/file/pickers/fileHref';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Card } from '~/ui/kit/Card';
import { Tag } from '~/ui/kit/Tag';
import type { ApplyKind } from '../apply';
import type { ApplyDetail } from '../apply.schema';
import { applyMaterials } from '../calls';
import type { Draft } from './applyDraft';

type Asked = AnswerOf<typeof applyMaterials>['materials'];

/** Files the configured list asks of this application: by kind, type, customer and amount. */
export function Materials({ kept }: { kept: ApplyDetail['materials'] }) {
  const { setValue } = useFormContext<Draft>();
  const [customerId, kind, creditTypeId, requested, files] = useWatch<Draft, ['customerId', 'kind', 'creditTypeId', 'requested', 'materials']>({
    name: ['customerId', 'kind', 'creditTypeId', 'requested', 'materials'],
  });
  const [asked, setAsked] = useState<Asked>([]);
  useEffect(() => {
    if (!customerId || !creditTypeId) return setAsked([]);
    let gone = false;
    const later = setTimeout(() => {
      call(applyMaterials, { customerId, kind: kind as ApplyKind, creditTypeId, requested: /^\d+(\.\d{1,2})?$/.test(requested) ? requested : null }).then(
        (answer) => !gone && setAsked(answer.materials),
        () => !gone && setAsked([]),
      );
    }, 300);
    return () => {
      gone = true;
      clearTimeout(later);
    };
  }, [customerId, kind, creditTypeId, requested]);
  if (asked.length === 0 && kept.length === 0) return null;
  return (
    <Card title="材料清单" note={`共${asked.length}项，必传${asked.filter(({ required }) => required).length}项`}>
      <ul className="grid gap-4 sm:grid-cols-2">
        {asked.map((one) => (
          <li key={one.id} className="rounded-md border border-line p-3">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">{one.name}</span>
              {one.required && <Tag tone="danger">必传</Tag>}
              <span className="text-sm text-ink-3">{`最多${one.most}个`}</span>
              {one.template && (
                <a className="ml-auto text-sm" href={fileHref(one.template.key)}>
                  下载模板
                </a>
              )}
            </p>
            {one.note && <p className="mb-2 text-sm text-ink-3">{one.note}</p>}
            <AttachmentInput
              aria-label={`选择文件：${one.name}`}
              max={one.most}
              value={files[one.id] ?? []}
              onChange={(next: AttachedFile[]) => setValue(`materials.${one.id}`, next, { shouldDirty: true })}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
