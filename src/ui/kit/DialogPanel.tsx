import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import { IconButton } from './Button';
import { cx } from './cx';
import { focusBefore } from './focusTrail';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  note?: ReactNode;
  width?: 'sm' | 'md' | 'lg' | 'xl';
  footer?: ReactNode;
  children?: ReactNode;
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-5xl' } as const;

export default function DialogPanel({ onClose, title, note, width = 'md', footer, children, drawer }: DialogProps & { drawer?: boolean }) {
  const [giveBack] = useState(focusBefore);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fade fixed inset-0 z-[60] bg-veil" />
        <Radix.Content
          {...(note ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack();
          }}
          className={cx(
            'fixed z-[61] flex w-full flex-col bg-raised shadow-dialog outline-none',
            drawer
              ? 'slide-in inset-y-0 right-0 h-dvh sm:rounded-l-xl'
              : 'rise inset-x-0 bottom-0 mx-auto max-h-[92dvh] rounded-t-xl sm:top-1/2 sm:bottom-auto sm:max-h-[86dvh] sm:-translate-y-1/2 sm:rounded-xl',
            widths[width],
          )}
        >
          <div className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg">{title}</Radix.Title>
              {note && <Radix.Description className="mt-0.5 text-sm text-ink-2">{note}</Radix.Description>}
            </div>
            <IconButton label="关闭" size="sm" icon={<X aria-hidden />} onClick={onClose} className="-mr-1.5" />
          </div>
          <div className="min-h-0 flex-1 overflow-auto px-5 pb-5">{children}</div>
          {footer && <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
