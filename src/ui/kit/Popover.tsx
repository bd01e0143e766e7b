import { ChevronDown } from 'lucide-react';
import { cloneElement, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import type { FloatingProps } from './FloatingPanel';
import { late } from './late';
import { type Actions, presentActions } from './types';

export const Floating = late<FloatingProps>(() => import('./FloatingPanel'));
const MenuPanel = late(() => import('./MenuPanel'));

// biome-ignore lint/suspicious/noExplicitAny: triggers are any button-like element
type Trigger = ReactElement<any>;

interface PopoverProps {
  trigger: Trigger;
  label: string;
  align?: 'start' | 'center' | 'end';
  className?: string;
  /** A function gets `close`. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function Popover({ trigger, label, align, className, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-expanded': open,
        'aria-haspopup': 'dialog',
        onClick: () => setOpen(!open),
        onPointerEnter: Floating.preload,
      })}
      {open && (
        <Floating anchor={anchor} label={label} onClose={close} {...(align ? { align } : {})} {...(className ? { className } : {})}>
          {typeof children === 'function' ? children(close) : children}
        </Floating>
      )}
    </>
  );
}

interface MenuProps {
  /** Accessible name, and the words of the default trigger. */
  label: string;
  trigger?: Trigger;
  actions: Actions;
}

export function Menu({ label, trigger, actions }: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const present = presentActions(actions);
  if (present.length === 0) return null;
  const button: Trigger = trigger ?? (
    <button type="button" className="row-action inline-flex items-center gap-0.5">
      {label}
      <ChevronDown aria-hidden className="size-3.5" />
    </button>
  );
  const plain = cloneElement(button, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: () => setWanted(true), onPointerEnter: MenuPanel.preload });
  return wanted ? <MenuPanel waiting={plain} trigger={button} actions={present} label={label} /> : plain;
}

/** A short explanation shown on hover and focus; never the only way to learn something needed. */
export function Tooltip({ text, children }: { text: ReactNode; children: Trigger }) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const id = useId();
  const show = () => setOpen(true);
  const hide = () => setOpen(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: watches the trigger inside, acts on nothing itself */}
      <span ref={anchor} className="inline-flex" onPointerEnter={show} onPointerLeave={hide} onFocus={show} onBlur={hide}>
        {cloneElement(children, { 'aria-describedby': id })}
        <span id={id} className="sr-only">
          {text}
        </span>
      </span>
      {open && (
        <Floating
          anchor={anchor}
          onClose={hide}
          keepFocus
          side="top"
          align="center"
          className="pointer-events-none max-w-xs border-transparent bg-frame px-2.5 py-1.5 text-sm whitespace-pre-line text-frame-ink"
        >
          {text}
        </Floating>
      )}
    </>
  );
}
