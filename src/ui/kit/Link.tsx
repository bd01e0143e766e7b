import type { ComponentPropsWithRef } from 'react';
import { mayFollow } from './closed';

/** A link to another page of the portal; plain text for whoever may not open that page. */
export function Link({ href, children, ...rest }: ComponentPropsWithRef<'a'> & { href: string }) {
  if (!mayFollow(href)) return <span title={typeof rest.title === 'string' ? rest.title : undefined}>{children}</span>;
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
