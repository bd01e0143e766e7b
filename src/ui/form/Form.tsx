import { type ComponentProps, useEffect, useRef, useSyncExternalStore } from 'react';

interface Props extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'ref'> {
  /** The server takes the form as the browser posts it, so it may be filled in and sent before the script runs, or without one. */
  worksWithoutScript?: boolean;
}

const never = () => () => {};

/**
 * The one form of the product. It posts: a form without a method writes what was typed, passwords too, into the address when the
 * script is not there yet. Until it is, and without it, nothing can be typed.
 */
export function Form({ worksWithoutScript = false, children, ...rest }: Props) {
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => worksWithoutScript,
  );
  const fields = useRef<HTMLFieldSetElement>(null);
  const waited = useRef(!ready);
  // A browser passes over a disabled input when it looks where to begin.
  useEffect(() => {
    if (ready && waited.current && document.activeElement === document.body) fields.current?.querySelector<HTMLElement>('[autofocus]')?.focus();
  }, [ready]);
  return (
    <form {...rest} method="post" noValidate>
      {!worksWithoutScript && (
        <noscript>
          <p className="rounded border border-warn/30 bg-warn-soft px-3.5 py-2.5 text-ink">
            浏览器未启用 JavaScript，此表单暂时无法填写。请在浏览器设置中启用后刷新页面。
          </p>
        </noscript>
      )}
      <fieldset ref={fields} role="presentation" disabled={!ready} data-waiting={!ready || undefined} className="contents">
        {children}
      </fieldset>
    </form>
  );
}
