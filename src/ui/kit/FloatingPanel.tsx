import * as Radix from 'radix-ui/popover';
import { type ReactNode, type RefObject, useRef } from 'react';
import { cx } from './cx';

export interface FloatingProps {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  label?: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
  /** Leaves focus where it is (combobox, tooltip). */
  keepFocus?: boolean;
  /** As wide as the anchor at least. */
  matchWidth?: boolean;
  className?: string;
  children: ReactNode;
}

/** A layer beside `anchor`, in a portal so that no scrolling table clips it. */
export default function FloatingPanel({ anchor, onClose, label, align = 'start', side = 'bottom', keepFocus, matchWidth, className, children }: FloatingProps) {
  const virtual = useRef({ getBoundingClientRect: () => anchor.current?.getBoundingClientRect() ?? new DOMRect() });
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={virtual} />
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onOpenAutoFocus={(event) => keepFocus && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!keepFocus) anchor.current?.focus();
          }}
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          // A dialog beneath locks scrolling at the document; its lock must not reach this layer.
          onWheel={(event) => event.stopPropagation()}
          onTouchMove={(event) => event.stopPropagation()}
          onFocusOutside={(event) => keepFocus && event.preventDefault()}
          {...(matchWidth ? { style: { minWidth: 'var(--radix-popover-trigger-width)' } } : {})}
          className={cx(
            'fade z-[70] max-h-[var(--radix-popover-content-available-height)] max-w-[calc(100vw-16px)] overflow-auto rounded-lg border border-line bg-raised p-3 shadow-raised outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
